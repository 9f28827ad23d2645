import type { Listener } from '#server/db/listener.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import { storeSettingsEndpoint } from './webhook-endpoint.ts'
import { findDueEndpoints, sendDelivery, type SendDeliveryDeps } from './send-delivery.ts'

export interface WebhookWorkerDeps extends SendDeliveryDeps {
  readonly log: Log
  readonly listener: Pick<Listener, 'subscribe'>
}

/** For retries, which wait for a minute at least, and for announcements that were lost. */
const EVERY_MS = 30_000

/**
 * Creates the worker that sends what is due: when it is announced, and every 30 seconds. Each endpoint has a lane of its
 * own, so that one that does not reply delays no other.
 */
export function createWebhookWorker(deps: WebhookWorkerDeps): BackgroundWorker {
  const { db, clock, log, listener, webhooks } = deps
  const lanes = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let looking: Promise<void> = Promise.resolve()
  let interval: NodeJS.Timeout | null = null
  let unsubscribe: (() => void) | null = null

  const isStopping = () => stopping.signal.aborted
  const runLane = async (endpointId: string) => {
    try {
      while (!isStopping() && (await sendDelivery(deps, endpointId, stopping.signal)) === 'delivered');
    } catch (error) {
      log.warn({ error: describeError(error) }, 'a webhook could not be sent; it will be retried')
    } finally {
      lanes.delete(endpointId)
    }
  }
  const look = async () => {
    if (isStopping()) return
    for (const id of await findDueEndpoints(db, clock())) if (!lanes.has(id)) lanes.set(id, runLane(id))
  }
  const wakeUp = () => {
    looking = looking.then(look).catch((error: unknown) => {
      log.warn({ error: describeError(error) }, 'webhooks that are due could not be read; will retry')
    })
  }
  return {
    name: 'webhooks',
    start: async () => {
      await storeSettingsEndpoint(db, webhooks, clock())
      unsubscribe = listener.subscribe({
        announced: (topic) => {
          if (topic === 'webhooks') wakeUp()
        },
        rereadAll: wakeUp,
      })
      interval = setInterval(wakeUp, EVERY_MS)
      wakeUp()
    },
    stop: async () => {
      unsubscribe?.()
      if (interval !== null) clearInterval(interval)
      stopping.abort()
      await looking
      await Promise.all(lanes.values())
    },
  }
}
