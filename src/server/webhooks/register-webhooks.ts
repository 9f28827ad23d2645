import type { Feature } from '#server/http/feature.ts'
import type { WebhookSettings } from './webhook-endpoint.ts'
import { webhookRoutes, type WebhookRoutesDeps } from './routes.ts'
import { createWebhookWorker, type WebhookWorkerDeps } from './webhook-worker.ts'

interface WebhooksFeatureDeps
  extends Omit<WebhookRoutesDeps, 'webhooks'>, Omit<WebhookWorkerDeps, 'webhooks'> {
  readonly settings: WebhookSettings
}

/** Messages to a studio's own systems. */
export function registerWebhooks({ settings, ...deps }: WebhooksFeatureDeps): Feature {
  return {
    addRoutes: (app) => {
      webhookRoutes(app, { ...deps, webhooks: settings })
    },
    workers: [createWebhookWorker({ ...deps, webhooks: settings })],
  }
}
