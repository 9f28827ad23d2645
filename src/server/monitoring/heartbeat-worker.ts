import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import type { Log } from '#server/runtime/log.ts'

interface HeartbeatDeps {
  /** Requested while the shop can sell. A secret: whoever knows it can hide an outage. Null: nothing is requested. */
  readonly url: string | null
  readonly canSell: () => Promise<boolean>
  readonly log: Log
  readonly everyMs?: number
  readonly withinMs?: number
}

const EVERY_MS = 60_000
/** The rails are polled first. */
const FIRST_AFTER_MS = 5_000
const WITHIN_MS = 10_000
const FAILURE = 'the heartbeat could not be sent; will retry'

/**
 * Creates the worker that requests an outside URL every minute while the shop can sell. The service behind it raises the
 * alarm when the requests stay away: also when this machine is off. The leader runs it.
 */
export function createHeartbeatWorker(deps: HeartbeatDeps): BackgroundWorker {
  const { url, canSell, log, everyMs = EVERY_MS, withinMs = WITHIN_MS } = deps
  let wasSelling = true

  const beat = async (stop: AbortSignal) => {
    if (url === null) return
    const isSelling = await canSell()
    if (!isSelling && wasSelling)
      log.warn({}, 'nothing can be sold: the heartbeat is held back until something can')
    wasSelling = isSelling
    if (isSelling) await request(url, AbortSignal.any([stop, AbortSignal.timeout(withinMs)]))
  }
  return createIntervalWorker({
    name: 'heartbeat',
    everyMs,
    firstAfterMs: Math.min(everyMs, FIRST_AFTER_MS),
    work: async (stop) => {
      try {
        await beat(stop)
      } catch (error) {
        if (!stop.aborted) log.warn({ kind: failureKind(error) }, FAILURE)
      }
    },
    log,
    onFailure: FAILURE,
  })
}

async function request(url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal, redirect: 'manual' })
  await response.body?.cancel()
  const { ok, status } = response
  if (!ok) throw Object.assign(new Error('the reply is a failure'), { code: `http ${String(status)}` })
}

/** The code only: messages of failed requests contain host names. */
function failureKind(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  if ('code' in error && typeof error.code === 'string') return error.code
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error.name
}
