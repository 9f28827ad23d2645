/** npm passes a signal on that the terminal has sent already; two within this time are one. */
const SAME_SIGNAL_MS = 2_000
const INTERRUPTED = 130

/** Waits to be told to stop. A second telling, later, ends the program at once. */
export function stopSignal(): { readonly received: Promise<void> } {
  let firstAtMs: number | null = null
  const received = new Promise<void>((resolve) => {
    const onSignal = () => {
      const nowMs = performance.now()
      if (firstAtMs === null) {
        firstAtMs = nowMs
        resolve()
      } else if (nowMs - firstAtMs > SAME_SIGNAL_MS) {
        process.exit(INTERRUPTED)
      }
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
  return { received }
}
