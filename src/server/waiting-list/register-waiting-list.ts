import type { Feature } from '#server/http/feature.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { Log } from '#server/runtime/log.ts'
import { tellWaiting, type TellWaitingDeps } from './tell-waiting.ts'

const EVERY_MS = 2_000
/** Nobody waits for the second at which an edition is available again. */
const IDLE_EVERY_MS = 5_000

/** Tells those on the waiting list once that their edition can be ordered again. Its pages are plain pages. */
export function registerWaitingList(deps: TellWaitingDeps & { readonly log: Log }): Feature {
  return {
    workers: [
      createIntervalWorker({
        name: 'waiting list',
        everyMs: EVERY_MS,
        idleEveryMs: IDLE_EVERY_MS,
        work: () => tellWaiting(deps),
        log: deps.log,
        onFailure: 'the waiting list was not told; will retry',
      }),
    ],
  }
}
