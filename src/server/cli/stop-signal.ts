/** npm forwards a signal that the terminal has already sent; two within this time count as one. */
const SAME_SIGNAL_MS = 2_000
const INTERRUPTED = 130

/** Waits for a stop signal. A second, later signal ends the process at once. */
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
