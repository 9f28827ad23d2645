import * as z from 'zod'
import { AlertEventData, ExternalEventData, OrderEventData, webhookBody } from '#shared/webhook-bodies.ts'
import type { TEST_EVENT, WebhookEvent } from '#shared/webhooks-api.ts'
import { exampleOf } from './example-of.ts'
import { tidySchema } from './tidy-schema.ts'
import type { Schema } from './type-text.ts'

interface EventNote {
  readonly id: string
  readonly summary: string
  readonly data: z.ZodType
}

const EVENTS: Readonly<Record<WebhookEvent | typeof TEST_EVENT, EventNote>> = {
  'order.created': { id: 'onOrderCreated', summary: 'An order was created', data: OrderEventData },
  'order.confirmed': { id: 'onOrderConfirmed', summary: 'An order is paid', data: OrderEventData },
  'order.delivered': {
    id: 'onOrderDelivered',
    summary: 'The keys of an order were delivered',
    data: OrderEventData,
  },
  'order.review': { id: 'onOrderReview', summary: 'An order needs a decision', data: OrderEventData },
  'order.refund_requested': {
    id: 'onRefundRequested',
    summary: 'A refund was requested',
    data: OrderEventData,
  },
  'order.refunded': {
    id: 'onOrderRefunded',
    summary: 'A refund was verified on chain',
    data: OrderEventData,
  },
  'external.delivered': {
    id: 'onExternalDelivered',
    summary: 'The keys of a sale made elsewhere were delivered',
    data: ExternalEventData,
  },
  'external.refunded': {
    id: 'onExternalRefunded',
    summary: 'A sale made elsewhere was marked as refunded',
    data: ExternalEventData,
  },
  'stock.low': { id: 'onStockLow', summary: 'An edition has few keys left', data: AlertEventData },
  'stock.restored': {
    id: 'onStockRestored',
    summary: 'An edition has enough keys again',
    data: AlertEventData,
  },
  'alert.raised': { id: 'onAlertRaised', summary: 'Staff must know about something', data: AlertEventData },
  'alert.closed': { id: 'onAlertClosed', summary: 'An alert is over', data: AlertEventData },
  'webhook.test': { id: 'onTest', summary: 'Somebody tries the endpoint', data: z.object({}) },
}

/** What all webhooks have in common. */
export const WEBHOOKS_LEAD =
  'What the shop posts to the programs of the studio. Owners and managers add endpoints in the tab Integrations of the back office. Each message is signed; verify it with any library of [Standard Webhooks](https://www.standardwebhooks.com).'

const DESCRIPTION =
  'Posted to each endpoint that asks for this event, at least once, in order as long as nothing fails. Verify the signature as [Standard Webhooks](https://www.standardwebhooks.com) says, with the secret of the endpoint, before you read the body. A reply of 2xx within 10 s is success; anything else is tried again for a day.'

const HEADERS = [
  header('webhook-id', 'The same for every attempt: ignore an id that you have seen.', {
    type: 'string',
    format: 'uuid',
  }),
  header('webhook-timestamp', 'Seconds since 1970. Refuse one that is more than five minutes away.', {
    type: 'string',
    example: '1763812800',
  }),
  header(
    'webhook-signature',
    'The HMAC-SHA256 of `webhook-id.webhook-timestamp.body`. For a day after a rotation there are two, with a space between: one must fit.',
    { type: 'string', example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' },
  ),
]

/** Describes what the shop posts to endpoints, as the part `webhooks` of an OpenAPI document. */
export function describeWebhooks(): object {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([event, { id, summary, data }]) => {
      const body = webhookBody(data).extend({ type: z.literal(event) })
      const schema = tidySchema(z.toJSONSchema(body, { io: 'input' }) as Schema)
      const post = {
        operationId: id,
        tags: ['Webhooks'],
        summary,
        description: DESCRIPTION,
        security: [],
        parameters: HEADERS,
        requestBody: {
          required: true,
          content: { 'application/json': { schema, example: exampleOf(schema) } },
        },
        responses: {
          '2XX': { description: 'The message was taken.' },
          '4XX': {
            description: 'The message was not taken, and is sent again later. 429 may name a Retry-After.',
          },
        },
      }
      return [event, { post }]
    }),
  )
}

function header(name: string, description: string, schema: object): object {
  return { in: 'header', required: true, name, description, schema }
}
