import type { Listener } from '#server/db/listener.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
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
  const runLane = async (endpointId: string, stopping: AbortSignal) => {
    try {
      while (!stopping.aborted && (await sendDelivery(deps, endpointId, stopping)) === 'delivered');
    } catch (error) {
      log.warn({ error: describeError(error) }, 'a webhook could not be sent; it will be retried')
    } finally {
      lanes.delete(endpointId)
    }
  }
  return createIntervalWorker({
    name: 'webhooks',
    everyMs: EVERY_MS,
    firstAfterMs: 0,
    wokenBy: { topic: 'webhooks', listener },
    before: () => storeSettingsEndpoint(db, webhooks, clock()),
    work: async (stopping) => {
      for (const id of await findDueEndpoints(db, clock()))
        if (!stopping.aborted && !lanes.has(id)) lanes.set(id, runLane(id, stopping))
    },
    after: async () => void (await Promise.all(lanes.values())),
    log,
    onFailure: 'webhooks that are due could not be read; will retry',
  })
}
