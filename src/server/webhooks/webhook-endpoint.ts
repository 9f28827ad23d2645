import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { WebhookEndpoints } from '#server/db/schema.ts'
import { webhookSecretFor } from '#server/secrets/webhook-secret.ts'
import { openWebhookUrl } from '#server/secrets/webhook-url.ts'
import { ALERT_EVENTS, isChatFormat, WEBHOOK_EVENTS, type ChatFormat } from '#shared/webhooks-api.ts'

/** An endpoint of the settings; only one that is no chat has a secret that signs. */
type WebhookSetting =
  | { readonly format: 'keyhold'; readonly url: string; readonly secret: string }
  | { readonly format: ChatFormat; readonly url: string }

/** What the settings say about webhooks. */
export interface WebhookSettings {
  /** An endpoint that no person can change; null: there is none. */
  readonly webhook: WebhookSetting | null
  readonly allowsPrivateWebhooks: boolean
}

export type WebhookEndpoint = Selectable<WebhookEndpoints>

const PREVIOUS_SECRET_MS = 24 * 3600_000

/** Where an endpoint's messages are posted to; null if its setting is gone, or another secret sealed it. */
export function urlOf(
  { id, url, sealed_url: sealed }: WebhookEndpoint,
  { webhook }: WebhookSettings,
  installationSecret: Uint8Array,
): string | null {
  if (sealed !== null) return openWebhookUrl(installationSecret, id, sealed)
  return url ?? webhook?.url ?? null
}

/** What signs an endpoint's messages now, the current secret first. */
export function secretsOf(
  endpoint: WebhookEndpoint,
  { webhook }: WebhookSettings,
  installationSecret: Uint8Array,
  now: Date,
): readonly string[] {
  if (endpoint.url === null) return webhook?.format === 'keyhold' ? [webhook.secret] : []
  const { id, secret_version: version, secret_rotated_at: rotatedAt } = endpoint
  const current = webhookSecretFor(installationSecret, id, version)
  const hasPrevious =
    version > 1 && rotatedAt !== null && now.getTime() - rotatedAt.getTime() < PREVIOUS_SECRET_MS
  return hasPrevious ? [current, webhookSecretFor(installationSecret, id, version - 1)] : [current]
}

/** Adds the endpoint of the settings, or switches it off if there is none any more. Safe to call at every start. */
export async function storeSettingsEndpoint(db: Db, { webhook }: WebhookSettings, now: Date): Promise<void> {
  if (webhook === null) {
    await db.updateTable('webhook_endpoints').set({ is_active: false }).where('url', 'is', null).execute()
    return
  }
  const { format } = webhook
  const events = [...(isChatFormat(format) ? ALERT_EVENTS : WEBHOOK_EVENTS)]
  await db
    .insertInto('webhook_endpoints')
    .values({ url: null, format, events, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .updateTable('webhook_endpoints')
    .set({ is_active: true, format, events })
    .where('url', 'is', null)
    .execute()
}
