import * as z from 'zod'
import { IsoTimestamp } from './api-fields.ts'

/** What webhooks tell of. The migrations `0033_webhooks.sql` and `0078_external_orders.sql` write them. */
export const WEBHOOK_EVENTS = [
  'order.created',
  'order.confirmed',
  'order.delivered',
  'order.review',
  'order.refund_requested',
  'order.refunded',
  'external.delivered',
  'external.refunded',
  'stock.low',
  'stock.restored',
  'alert.raised',
  'alert.closed',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** What an alert is told by, stock included: what a chat is told unless more is chosen. */
export const ALERT_EVENTS = [
  'alert.raised',
  'alert.closed',
  'stock.low',
  'stock.restored',
] as const satisfies readonly WebhookEvent[]

/** How an endpoint is written to: signed JSON, or as a chat's service takes messages. */
export const WEBHOOK_FORMATS = ['keyhold', 'slack', 'discord', 'telegram', 'ntfy'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]
/** A format whose address is a secret, and whose messages are read by people. */
export type ChatFormat = Exclude<WebhookFormat, 'keyhold'>

/** Whether a format is that of a chat. A text that this release does not know is none. */
export function isChatFormat(format: string): format is ChatFormat {
  return format !== 'keyhold' && (WEBHOOK_FORMATS as readonly string[]).includes(format)
}

/** Sent on request of a person, to try an endpoint. */
export const TEST_EVENT = 'webhook.test'

/** What a chat is told in words of its own; stock and alerts have those of alerts. */
export type ChatEvent = Extract<WebhookEvent, `order.${string}` | `external.${string}`> | typeof TEST_EVENT

/** The most endpoints of a shop: each is an open connection. */
export const WEBHOOKS_MAX = 20

/** What a person sets of an endpoint. */
const WebhookFields = z.object({
  /** Of a chat it is a secret: it is stored encrypted, and never shown again. */
  url: z.string().max(1000),
  format: z.enum(WEBHOOK_FORMATS).default('keyhold'),
  label: z.string().trim().max(100),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1),
  /** Whether bodies have the buyer's e-mail address. */
  hasEmail: z.boolean(),
})

/** A change of the endpoints. The reply to `create` and `rotate` has the secret that signs; a chat has none. */
export const WebhookRequest = z.discriminatedUnion('action', [
  WebhookFields.extend({ action: z.literal('create') }),
  z.object({ action: z.enum(['pause', 'resume', 'rotate', 'test', 'delete']), id: z.uuid() }),
])
export type WebhookRequest = z.infer<typeof WebhookRequest>

/** An endpoint as the back office shows it. */
export const WebhookRow = z.object({
  id: z.uuid(),
  /** Null: the one of KEYHOLD_WEBHOOK_URL. Of a chat only its host. */
  url: z.string().nullable(),
  format: z.string(),
  label: z.string(),
  events: z.array(z.string()),
  hasEmail: z.boolean(),
  isPaused: z.boolean(),
  /** Failures since the last success. */
  failures: z.number(),
  /** Deliveries that are not sent yet. */
  waiting: z.number(),
  lastDeliveredAt: IsoTimestamp.nullable(),
})
export type WebhookRow = z.infer<typeof WebhookRow>
/** All endpoints, the oldest first. */
export const WebhooksReply = z.object({ success: z.literal(true), webhooks: z.array(WebhookRow) })
/** The result of a change; `secret` is shown once. */
export const WebhookActionReply = z.object({ success: z.literal(true), secret: z.string().nullable() })

/** A message to an endpoint. */
export const WebhookDeliveryRow = z.object({
  id: z.uuid(),
  event: z.string(),
  /** The order's id; null for what is not about an order. */
  orderId: z.uuid().nullable(),
  happenedAt: IsoTimestamp,
  attempts: z.number(),
  state: z.enum(['waiting', 'delivered', 'given-up']),
  /** A status of HTTP, or a word such as `timeout`; null before the first attempt. */
  lastAnswer: z.string().nullable(),
})
export type WebhookDeliveryRow = z.infer<typeof WebhookDeliveryRow>
/** The newest deliveries of an endpoint, at most 100. */
export const WebhookDeliveriesReply = z.object({
  success: z.literal(true),
  deliveries: z.array(WebhookDeliveryRow),
})
/** The id in the path of an endpoint or a delivery. */
export const WebhookParams = z.object({ id: z.uuid() })
