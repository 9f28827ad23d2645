import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { Log } from '#server/runtime/log.ts'
import type { FreezeChecks } from './freeze-checks.ts'

const EVERY_MS = 10 * 60_000

interface FreezeWorkerDeps {
  readonly checks: Pick<FreezeChecks, 'checkUnswept'>
  readonly log: Log
  readonly everyMs?: number
}

/** Creates the worker that asks issuers about the addresses on which the shop's tokens lie, every ten minutes. */
export function createFreezeWorker({ checks, log, everyMs = EVERY_MS }: FreezeWorkerDeps): BackgroundWorker {
  return createIntervalWorker({
    name: 'issuer freezes',
    everyMs,
    work: () => checks.checkUnswept(),
    log,
    onFailure: 'frozen addresses could not be looked for; will retry',
  })
}
