import type { DbDeps } from '#server/db/db-deps.ts'
import { restrictTo, type Access } from '#server/accounts/require-access.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { Done } from '#shared/api.ts'
import {
  WEBHOOKS_MAX,
  WebhookActionReply,
  WebhookDeliveriesReply,
  WebhookParams,
  WebhookRequest,
  WebhooksReply,
} from '#shared/webhooks-api.ts'
import { changeWebhooks, redeliver } from './change-webhooks.ts'
import { checkWebhookUrl } from './check-webhook-url.ts'
import { listDeliveries, listWebhooks } from './list-webhooks.ts'

export interface WebhookRoutesDeps extends DbDeps {
  readonly access: Access
  /** The installation's 32 bytes. */
  readonly secret: Uint8Array
  readonly webhooks: { readonly allowsPrivateWebhooks: boolean }
}

/** The calls by which owners and managers manage webhooks, and look at what was sent. */
export function webhookRoutes(app: App, deps: WebhookRoutesDeps): void {
  const { db, clock, access, secret } = deps
  const rule = restrictTo(access, 'webhooks.manage')
  app.get('/functions/webhooks', { ...rule, ...callOf(WebhooksReply, {}) }, async () => ({
    success: true as const,
    webhooks: await listWebhooks(db),
  }))
  app.post(
    '/functions/webhooks',
    { ...rule, ...callOf(WebhookActionReply, { body: WebhookRequest }) },
    async (request) => {
      const { userId: actorId } = await access.requirePermission(request, 'webhooks.manage')
      const change = normalized(request.body, deps.webhooks.allowsPrivateWebhooks)
      const outcome = await changeWebhooks(db, change, { actorId, now: clock(), secret })
      switch (outcome.kind) {
        case 'done':
          return { success: true as const, secret: outcome.secret }
        case 'not-found':
          throw webhookNotFound()
        case 'too-many':
          throw new CallError(409, 'WEBHOOK_TOO_MANY', `a shop has at most ${String(WEBHOOKS_MAX)} webhooks`)
      }
    },
  )
  app.get(
    '/functions/webhooks/:id/deliveries',
    { ...rule, ...callOf(WebhookDeliveriesReply, { params: WebhookParams }) },
    async (request) => ({ success: true as const, deliveries: await listDeliveries(db, request.params.id) }),
  )
  app.post(
    '/functions/webhook-deliveries/:id/redeliver',
    { ...rule, ...callOf(Done, { params: WebhookParams }) },
    async (request) => {
      const { userId: actorId } = await access.requirePermission(request, 'webhooks.manage')
      if (!(await redeliver(db, request.params.id, { actorId, now: clock(), secret })))
        throw webhookNotFound()
      return { success: true as const }
    },
  )
}

/** @throws {CallError} 400 if messages must not be sent to the URL. */
function normalized(request: WebhookRequest, allowsPrivate: boolean): WebhookRequest {
  if (request.action !== 'create') return request
  const checked = checkWebhookUrl(request.url, request.format, allowsPrivate)
  if (checked.kind === 'refused') throw new CallError(400, 'WEBHOOK_URL_REFUSED', checked.message)
  return { ...request, url: checked.url }
}

function webhookNotFound(): CallError {
  return new CallError(404, 'WEBHOOK_NOT_FOUND', 'there is no such webhook')
}
