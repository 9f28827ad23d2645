import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#server/runtime/log.ts'

interface HeartbeatDeps {
  /** Requested while the shop can sell. A secret: whoever knows it can hide an outage. Null: nothing is requested. */
  readonly url: string | null
  readonly canSell: () => Promise<boolean>
  readonly log: Log
  readonly everyMs?: number
  readonly withinMs?: number
}

/** A worker of the leader; it may be restarted after it was stopped. */
interface LeaderWorker {
  start(): Promise<void>
  stop(): Promise<void>
}

const EVERY_MS = 60_000
/** The rails are polled first. */
const FIRST_AFTER_MS = 5_000
const WITHIN_MS = 10_000

/**
 * Creates the worker that requests an outside URL every minute while the shop can sell. The service behind it raises the
 * alarm when the requests stay away: also when this machine is off.
 */
export function createHeartbeatWorker(deps: HeartbeatDeps): LeaderWorker {
  const { url, canSell, log, everyMs = EVERY_MS, withinMs = WITHIN_MS } = deps
  let stopping = new AbortController()
  let running: Promise<void> | null = null
  let wasSelling = true

  const beat = async (target: string, stop: AbortSignal) => {
    const isSelling = await canSell()
    if (!isSelling && wasSelling)
      log.warn({}, 'nothing can be sold: the heartbeat is held back until something can')
    wasSelling = isSelling
    if (isSelling) await request(target, AbortSignal.any([stop, AbortSignal.timeout(withinMs)]))
  }
  const run = async (target: string, { signal }: AbortController) => {
    const pause = (ms: number) => delay(ms, undefined, { signal }).catch(() => undefined)
    await pause(Math.min(everyMs, FIRST_AFTER_MS))
    const isStopped = () => signal.aborted
    while (!isStopped()) {
      try {
        await beat(target, signal)
      } catch (error) {
        if (!isStopped())
          log.warn({ kind: failureKind(error) }, 'the heartbeat could not be sent; will retry')
      }
      await pause(everyMs)
    }
  }
  return {
    start: () => {
      if (running !== null || url === null) return Promise.resolve()
      stopping = new AbortController()
      running = run(url, stopping)
      return Promise.resolve()
    },
    stop: async () => {
      stopping.abort()
      await running
      running = null
    },
  }
}

/** The URL's service replied with a failure. */
class HeartbeatRefusedError extends Error {
  readonly code: string
  constructor(status: number) {
    super(`the reply to the heartbeat has status ${String(status)}`)
    this.name = 'HeartbeatRefusedError'
    this.code = `http ${String(status)}`
  }
}

async function request(url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { signal, redirect: 'manual' })
  await response.body?.cancel()
  if (!response.ok) throw new HeartbeatRefusedError(response.status)
}

/** The code only: messages of failed requests contain host names. */
function failureKind(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  if ('code' in error && typeof error.code === 'string') return error.code
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error.name
}
