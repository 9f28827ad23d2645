import type { Jobs } from '#server/db/jobs.ts'
import type { Feature } from '#server/http/feature.ts'
import type { WebhookSettings } from './webhook-endpoint.ts'
import { deleteOldDeliveries } from './list-webhooks.ts'
import { webhookRoutes, type WebhookRoutesDeps } from './routes.ts'
import { createWebhookWorker, type WebhookWorkerDeps } from './webhook-worker.ts'

interface WebhooksFeatureDeps
  extends Omit<WebhookRoutesDeps, 'webhooks'>, Omit<WebhookWorkerDeps, 'webhooks'> {
  /** Not started yet. */
  readonly jobs: Pick<Jobs, 'work' | 'schedule'>
  readonly settings: WebhookSettings
}

/** Messages to a studio's own systems. */
export function registerWebhooks({ settings, jobs, ...deps }: WebhooksFeatureDeps): Feature {
  jobs.work('webhooks-old', () => deleteOldDeliveries(deps.db, deps.clock()))
  jobs.schedule('webhooks-old', '53 3 * * *')
  return {
    addRoutes: (app) => {
      webhookRoutes(app, { ...deps, webhooks: settings })
    },
    workers: [createWebhookWorker({ ...deps, webhooks: settings })],
  }
}
