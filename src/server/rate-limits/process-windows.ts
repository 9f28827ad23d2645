/** How often a key was used in its window, including the current call, and when the window ends. */
export interface Window {
  readonly used: number
  readonly resetsAt: Date
}

/** Above this the oldest keys are dropped, so that a flood of addresses cannot fill the memory. */
const MAX_KEYS = 50_000

/** Creates a store of windows in the memory of this process. */
export function createProcessWindows() {
  const windows = new Map<string, Window>()
  const find = (key: string, now: Date): Window | null => {
    const window = windows.get(key)
    if (window === undefined) return null
    if (window.resetsAt > now) return window
    windows.delete(key)
    return null
  }
  const put = (key: string, window: Window): void => {
    windows.delete(key)
    windows.set(key, window)
    if (windows.size <= MAX_KEYS) return
    const [oldest] = windows.keys()
    if (oldest !== undefined) windows.delete(oldest)
  }
  const count = (key: string, withinS: number, now: Date): Window => {
    const known = find(key, now)
    const window = {
      used: (known?.used ?? 0) + 1,
      resetsAt: known?.resetsAt ?? new Date(now.getTime() + withinS * 1000),
    }
    put(key, window)
    return window
  }
  const forget = (key: string): void => void windows.delete(key)
  return { find, put, count, forget }
}
