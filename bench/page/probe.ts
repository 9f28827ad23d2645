/** The response expected after a tap. */
export type ResponseKind = 'quantity' | 'dialog'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface TapResponse {
  /** When the finger touched the screen, in ms since the navigation began. */
  readonly tappedAtMs: number
  /** The time of the frame that shows the response. */
  readonly shownAtMs: number
  /** The time of the frame from which the dialog's e-mail field can be filled in; of a quantity, that of the response. */
  readonly usableAtMs: number
}

interface Vitals {
  readonly fcpMs: number
  readonly lcpMs: number
  /** All layout shifts without input, summed. */
  readonly cls: number
  /** The sum of the time beyond 50 ms of each longer task after the first paint. */
  readonly blockedMs: number
}

interface Probe {
  vitals(): Vitals
  /**
   * Scrolls the element to the middle of the screen once the page is painted and returns its place when it is still.
   * From that frame on, it watches for the response to a tap.
   */
  whenVisible(selector: string, kind: ResponseKind, withinMs: number): Promise<Point>
  /** The response that was watched for; null if none came in time. */
  tapResponse(): Promise<TapResponse | null>
}

declare global {
  interface Window {
    probe: Probe
  }
}

/** Runs in the page before its own scripts. It must not use anything outside, because it is sent there as text. */
export function installProbe(): void {
  const entriesOf = (type: string): PerformanceEntry[] => {
    const entries: PerformanceEntry[] = []
    new PerformanceObserver((list) => entries.push(...list.getEntries())).observe({ type, buffered: true })
    return entries
  }
  const paints = entriesOf('paint')
  const largest = entriesOf('largest-contentful-paint')
  const shifts = entriesOf('layout-shift') as (PerformanceEntry & {
    value: number
    hadRecentInput: boolean
  })[]
  const tasks = entriesOf('longtask')
  const firstPaintMs = () => paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0
  let tappedAtMs = 0
  addEventListener(
    'pointerdown',
    (event) => {
      tappedAtMs = event.timeStamp
    },
    { capture: true },
  )

  /** Checks in every frame, before it is drawn, until there is a response. */
  const eachFrame = <Found>(check: (nowMs: number) => Found | undefined) =>
    new Promise<Found>((resolve) => {
      const frame = () => {
        const found = check(performance.now())
        if (found === undefined) requestAnimationFrame(frame)
        else resolve(found)
      }
      requestAnimationFrame(frame)
    })

  let response: Promise<TapResponse | null> = Promise.resolve(null)
  const watchForResponse = (kind: ResponseKind, withinMs: number): Promise<TapResponse | null> => {
    const state = () =>
      kind === 'dialog'
        ? String(document.querySelector('dialog[open]') !== null)
        : document.querySelector<HTMLInputElement>('#quantity')?.value
    const isUsable = () =>
      kind === 'quantity' ||
      document.querySelector('dialog[open] input[type=email]')?.checkVisibility() === true
    const before = state()
    const sinceMs = performance.now()
    let shownAtMs: number | null = null
    return eachFrame((nowMs) => {
      if (shownAtMs === null && state() !== before) shownAtMs = nowMs
      if (shownAtMs !== null && isUsable()) return { tappedAtMs, shownAtMs, usableAtMs: nowMs }
      return nowMs - sinceMs > withinMs ? null : undefined
    })
  }

  window.probe = {
    vitals: () => ({
      fcpMs: firstPaintMs(),
      lcpMs: largest.at(-1)?.startTime ?? 0,
      cls: shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0),
      blockedMs: tasks
        .filter(({ startTime, duration }) => startTime + duration > firstPaintMs())
        .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    }),
    async whenVisible(selector, kind, withinMs) {
      let wasAt = ''
      return eachFrame(() => {
        const element = document.querySelector(selector)
        if (element === null || performance.getEntriesByName('first-contentful-paint').length === 0) return
        // in a task, as by a link: of a jump within the frame the page would hear after its pictures were asked for
        if (wasAt === '') setTimeout(() => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
        const { left, top, width, height } = element.getBoundingClientRect()
        const place = { x: left + width / 2, y: top + height / 2 }
        const isStill = wasAt === JSON.stringify(place)
        wasAt = JSON.stringify(place)
        const hit = document.elementFromPoint(place.x, place.y)
        if (!isStill || hit === null || !element.contains(hit)) return
        response = watchForResponse(kind, withinMs)
        return place
      })
    },
    tapResponse: () => response,
  }
}
