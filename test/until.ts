import { setTimeout as delay } from 'node:timers/promises'

/** Polls until `condition` is true; throws after a timeout. For states without an event. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  {
    withinMs = 120_000,
    everyMs = 20,
    what = 'the condition',
  }: { withinMs?: number; everyMs?: number; what?: string } = {},
): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${what} did not hold within ${String(withinMs)} ms`)
    await delay(everyMs)
  }
}
