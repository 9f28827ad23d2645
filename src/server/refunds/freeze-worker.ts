import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import type { FreezeChecks } from './freeze-checks.ts'

const EVERY_MS = 10 * 60_000

interface FreezeWorkerDeps {
  readonly checks: Pick<FreezeChecks, 'checkUnswept'>
  readonly log: Log
  readonly everyMs?: number
}

/** Creates the worker that asks issuers about the addresses on which the shop's tokens lie, every ten minutes. */
export function createFreezeWorker({ checks, log, everyMs = EVERY_MS }: FreezeWorkerDeps): BackgroundWorker {
  let timer: NodeJS.Timeout | null = null
  let checking: Promise<void> | null = null
  const checkOnce = () => {
    checking ??= checks
      .checkUnswept()
      .catch((error: unknown) => {
        log.error({ error: describeError(error) }, 'frozen addresses could not be looked for; will retry')
      })
      .finally(() => {
        checking = null
      })
  }
  return {
    name: 'issuer freezes',
    start() {
      timer ??= setInterval(checkOnce, everyMs)
      return Promise.resolve()
    },
    async stop() {
      if (timer !== null) clearInterval(timer)
      timer = null
      await checking
    },
  }
}
