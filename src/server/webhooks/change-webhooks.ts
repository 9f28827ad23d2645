import { randomUUID } from 'node:crypto'
import type { AuditAction } from '#shared/audit-actions.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { announce } from '#server/live/announce.ts'
import { webhookSecretFor } from '#server/secrets/webhook-secret.ts'
import { sealWebhookUrl } from '#server/secrets/webhook-url.ts'
import { isChatFormat, TEST_EVENT, WEBHOOKS_MAX, type WebhookRequest } from '#shared/webhooks-api.ts'

/** The outcome of {@link changeWebhooks}; `secret` of a new or rotated one is shown once. */
export type WebhookChange =
  | { readonly kind: 'done'; readonly secret: string | null }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'too-many' }

interface ChangedBy {
  readonly actorId: string
  readonly now: Date
  /** The installation's 32 bytes. */
  readonly secret: Uint8Array
}

const GIVE_UP_AFTER_MS = 24 * 3600_000

/** Carries out one change of the endpoints, with its entry in the audit log. */
export function changeWebhooks(db: Db, request: WebhookRequest, by: ChangedBy): Promise<WebhookChange> {
  return db
    .transaction()
    .execute((tx) =>
      request.action === 'create' ? createEndpoint(tx, request, by) : changeEndpoint(tx, request, by),
    )
}

async function createEndpoint(
  tx: Db,
  { url, format, label, events, hasEmail }: WebhookRequest & { readonly action: 'create' },
  by: ChangedBy,
): Promise<WebhookChange> {
  const existing = await tx.selectFrom('webhook_endpoints').select('id').forUpdate().execute()
  if (existing.length >= WEBHOOKS_MAX) return { kind: 'too-many' }
  const id = randomUUID()
  const isChat = isChatFormat(format)
  await tx
    .insertInto('webhook_endpoints')
    .values({
      id,
      format,
      url: isChat ? new URL(url).origin : url,
      sealed_url: isChat ? sealWebhookUrl(by.secret, id, url) : null,
      label,
      events: [...new Set(events)],
      has_email: hasEmail && !isChat,
      created_at: by.now,
    })
    .execute()
  await record(tx, 'webhook.create', id, by, { host: new URL(url).host, format, events, hasEmail })
  return { kind: 'done', secret: isChat ? null : webhookSecretFor(by.secret, id, 1) }
}

async function changeEndpoint(
  tx: Db,
  { action, id }: Exclude<WebhookRequest, { readonly action: 'create' }>,
  by: ChangedBy,
): Promise<WebhookChange> {
  const endpoint = await tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  // the secret and the life of the one of the settings are decided by the settings
  const isOfSettings = endpoint?.url === null && (action === 'rotate' || action === 'delete')
  if (endpoint !== undefined && action === 'rotate' && isChatFormat(endpoint.format))
    return { kind: 'not-found' }
  if (endpoint === undefined || isOfSettings) return { kind: 'not-found' }
  const set = (values: Partial<typeof endpoint>) =>
    tx.updateTable('webhook_endpoints').set(values).where('id', '=', id).execute()
  let secret: string | null = null
  switch (action) {
    case 'pause':
      await set({ paused_at: by.now })
      break
    case 'resume':
      await set({ paused_at: null, failures: 0, retry_at: new Date(0) })
      break
    case 'rotate': {
      const version = endpoint.secret_version + 1
      await set({ secret_version: version, secret_rotated_at: by.now })
      secret = webhookSecretFor(by.secret, id, version)
      break
    }
    case 'test':
      await insertTestDelivery(tx, id, by.now)
      await set({ failures: 0, retry_at: new Date(0) })
      break
    case 'delete':
      await tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
      break
  }
  await record(tx, `webhook.${action}`, id, by)
  await announce(tx, 'webhooks')
  return { kind: 'done', secret }
}

async function insertTestDelivery(tx: Db, endpointId: string, now: Date): Promise<void> {
  await tx
    .insertInto('webhook_deliveries')
    .values({
      endpoint_id: endpointId,
      event: TEST_EVENT,
      data: '{}',
      happened_at: now,
      give_up_at: new Date(now.getTime() + GIVE_UP_AFTER_MS),
    })
    .execute()
}

/** Sends a delivery again, with the same id, whether it arrived or not. @returns whether there is one. */
export function redeliver(db: Db, deliveryId: string, by: ChangedBy): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const delivery = await tx
      .updateTable('webhook_deliveries')
      .set({
        delivered_at: null,
        given_up_at: null,
        attempts: 0,
        next_attempt_at: new Date(0),
        give_up_at: new Date(by.now.getTime() + GIVE_UP_AFTER_MS),
      })
      .where('id', '=', deliveryId)
      .returning('endpoint_id')
      .executeTakeFirst()
    if (delivery === undefined) return false
    await tx
      .updateTable('webhook_endpoints')
      .set({ failures: 0, retry_at: new Date(0) })
      .where('id', '=', delivery.endpoint_id)
      .execute()
    await record(tx, 'webhook.redeliver', delivery.endpoint_id, by, { deliveryId })
    await announce(tx, 'webhooks')
    return true
  })
}

function record(
  tx: Db,
  action: AuditAction,
  id: string,
  { actorId, now }: ChangedBy,
  facts: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return recordAudit(tx, { at: now, actorId, action, subject: { kind: 'webhook', id }, facts })
}
