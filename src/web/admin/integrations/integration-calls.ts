import type * as z from 'zod'
import type { TokenActionReply, TokenRequest, TokensReply } from '#shared/tokens-api.ts'
import type {
  WebhookActionReply,
  WebhookDeliveriesReply,
  WebhookRequest,
  WebhooksReply,
} from '#shared/webhooks-api.ts'
import { readOrThrow } from '#web/api/query-client.ts'
import { callAdmin } from '#web/admin/call-admin.ts'

const WEBHOOKS = '/functions/webhooks'
const TOKENS = '/functions/api-tokens'

export function readWebhooks(signal: AbortSignal): Promise<z.infer<typeof WebhooksReply>> {
  return readOrThrow(WEBHOOKS, { signal })
}

export function readDeliveries(
  id: string,
  signal: AbortSignal,
): Promise<z.infer<typeof WebhookDeliveriesReply>> {
  return readOrThrow(`${WEBHOOKS}/${id}/deliveries`, { signal })
}

export const sendWebhookChange = (change: WebhookRequest) =>
  callAdmin<z.infer<typeof WebhookActionReply>>('POST', WEBHOOKS, change)

export const sendRedelivery = (id: string) =>
  callAdmin('POST', `/functions/webhook-deliveries/${id}/redeliver`, {})

export function readApiTokens(signal: AbortSignal): Promise<z.infer<typeof TokensReply>> {
  return readOrThrow(TOKENS, { signal })
}

export const sendTokenChange = (change: TokenRequest) =>
  callAdmin<z.infer<typeof TokenActionReply>>('POST', TOKENS, change)
