import type { Listener } from '#server/db/listener.ts'
import type { Feature } from '#server/http/feature.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { Log } from '#server/runtime/log.ts'
import { tellWaiting, type TellWaitingDeps } from './tell-waiting.ts'

/** The pause after a round that told somebody, and after the stock has changed: one change is often followed by others. */
const EVERY_MS = 2_000
/** For what nobody announces: a hold that expired, an hour that is over, an entry confirmed while there are copies. */
const IDLE_EVERY_MS = 30_000

interface WaitingListFeatureDeps extends TellWaitingDeps {
  readonly log: Log
  readonly listener: Pick<Listener, 'subscribe'>
}

/** Tells those on the waiting list once that their edition can be ordered again. Its pages are plain pages. */
export function registerWaitingList(deps: WaitingListFeatureDeps): Feature {
  const worker = createIntervalWorker({
    name: 'waiting list',
    everyMs: EVERY_MS,
    idleEveryMs: IDLE_EVERY_MS,
    wokenBy: { topic: 'stock', listener: deps.listener, afterMs: EVERY_MS },
    work: () => tellWaiting(deps),
    log: deps.log,
    onFailure: 'the waiting list was not told; will retry',
  })
  return { workers: [worker] }
}
