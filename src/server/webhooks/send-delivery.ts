import type { DbDeps } from '#server/db/db-deps.ts'
import { sql, type Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { WebhookDeliveries } from '#server/db/schema.ts'
import { secretsOf, urlOf, type WebhookEndpoint, type WebhookSettings } from './webhook-endpoint.ts'
import { writeChatMessage, type ChatSettings } from './chat-message.ts'
import { chatRequestFor } from './chat-request.ts'
import { isChatFormat } from '#shared/webhooks-api.ts'
import { postWebhook, type PostAnswer } from './post-webhook.ts'
import { createHmac } from 'node:crypto'

export interface SendDeliveryDeps extends DbDeps {
  /** The installation's 32 bytes. */
  readonly secret: Uint8Array
  readonly webhooks: WebhookSettings
  readonly chat: ChatSettings
  readonly withinMs?: number
}

/** The result of an attempt; `none`: nothing is due, or the endpoint is left alone for now. */
export type DeliveryOutcome = 'delivered' | 'failed' | 'none'

/** Longer than an attempt takes: a delivery whose process was killed is sent again after this. */
const CLAIMED_FOR_MS = 60_000
/** The pause after failures of an endpoint, doubled with each. */
const PAUSE_MIN_MS = 10_000
const PAUSE_MAX_MS = 15 * 60_000
/** The pause of a delivery that failed, doubled with each attempt. */
const RETRY_MIN_MS = 60_000
const RETRY_MAX_MS = 4 * 3600_000

/**
 * Sends the next delivery of an endpoint that is due. It is sent at least once: a process that is killed in between leaves
 * it claimed for a minute, and then it is sent again with the same id.
 */
export async function sendDelivery(
  deps: SendDeliveryDeps,
  endpointId: string,
  stop?: AbortSignal,
): Promise<DeliveryOutcome> {
  const { db, clock, webhooks } = deps
  const endpoint = await findOpenEndpoint(db, endpointId, clock())
  if (endpoint === undefined) return 'none'
  const url = urlOf(endpoint, webhooks, deps.secret)
  const delivery = url === null ? undefined : await claimDelivery(db, endpointId, clock())
  if (url === null || delivery === undefined) return 'none'
  const request = await requestOf(deps, endpoint, delivery, url)
  const { allowsPrivateWebhooks: allowsPrivate } = webhooks
  const answer = await postWebhook(request.url, request.headers, request.body, {
    allowsPrivate,
    stop,
    ...(deps.withinMs === undefined ? {} : { withinMs: deps.withinMs }),
  })
  if (stop?.aborted === true && answer.kind === 'failed') return 'none'
  const isDelivered = answer.kind === 'status' && answer.status >= 200 && answer.status < 300
  await storeAnswer(db, endpoint, delivery, answer, isDelivered, clock())
  return isDelivered ? 'delivered' : 'failed'
}

/** What is posted, and where: signed JSON for a program, a message for people. */
async function requestOf(
  { db, clock, webhooks, secret, chat }: SendDeliveryDeps,
  endpoint: WebhookEndpoint,
  delivery: Delivery,
  url: string,
): Promise<{
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}> {
  if (isChatFormat(endpoint.format)) {
    const message = writeChatMessage(delivery.event, delivery.data, chat)
    const request = chatRequestFor(endpoint.format, url, message)
    return { url: request.url, headers: {}, body: JSON.stringify(request.body) }
  }
  const body = JSON.stringify({
    type: delivery.event,
    timestamp: delivery.happened_at.toISOString(),
    data: await dataOf(db, endpoint, delivery),
  })
  const secrets = secretsOf(endpoint, webhooks, secret, clock())
  return { url, headers: signWebhook({ id: delivery.id, sentAt: clock(), body }, secrets), body }
}

/** The endpoints with a delivery that is due. */
export async function findDueEndpoints(db: Db, now: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from webhook_endpoints e
    where e.is_active and e.paused_at is null and e.retry_at <= ${now} and exists (
      select from webhook_deliveries d
      where d.endpoint_id = e.id and d.delivered_at is null and d.given_up_at is null and d.next_attempt_at <= ${now})`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

function findOpenEndpoint(db: Db, id: string, now: Date): Promise<WebhookEndpoint | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('paused_at', 'is', null)
    .where('retry_at', '<=', now)
    .executeTakeFirst()
}

type Delivery = Selectable<WebhookDeliveries>

async function claimDelivery(db: Db, endpointId: string, now: Date): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    update webhook_deliveries
    set attempts = attempts + 1, next_attempt_at = ${new Date(now.getTime() + CLAIMED_FOR_MS)}
    where id = (
      select id from webhook_deliveries
      where endpoint_id = ${endpointId} and delivered_at is null and given_up_at is null and next_attempt_at <= ${now}
      order by next_attempt_at, sequence limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

/** The e-mail address is read when it is sent, so that an erased one is in no outbox. */
async function dataOf(db: Db, endpoint: WebhookEndpoint, delivery: Delivery): Promise<object> {
  const data = delivery.data as object
  if (!endpoint.has_email || delivery.payment_id === null) return data
  const order = await db
    .selectFrom('payments')
    .select('user_email')
    .where('id', '=', delivery.payment_id)
    .executeTakeFirst()
  return { ...data, email: order?.user_email ?? null }
}

async function storeAnswer(
  db: Db,
  endpoint: WebhookEndpoint,
  delivery: Delivery,
  answer: PostAnswer,
  isDelivered: boolean,
  now: Date,
): Promise<void> {
  const lastAnswer = answer.kind === 'status' ? String(answer.status) : answer.reason.slice(0, 100)
  const askedMs = answer.kind === 'status' ? (answer.retryAfterS ?? 0) * 1000 : 0
  const pauseMs = askedMs > 0 ? askedMs : doubled(RETRY_MIN_MS, delivery.attempts - 1, RETRY_MAX_MS)
  const outcome = isDelivered
    ? { delivered_at: now }
    : now >= delivery.give_up_at
      ? { given_up_at: now }
      : { next_attempt_at: new Date(now.getTime() + pauseMs) }
  const failures = isDelivered ? 0 : endpoint.failures + 1
  const restMs = isDelivered ? 0 : askedMs > 0 ? askedMs : doubled(PAUSE_MIN_MS, failures - 1, PAUSE_MAX_MS)
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('webhook_deliveries')
      .set({ ...outcome, last_answer: lastAnswer })
      .where('id', '=', delivery.id)
      .execute()
    await tx
      .updateTable('webhook_endpoints')
      .set({ failures, retry_at: new Date(now.getTime() + restMs) })
      .where('id', '=', endpoint.id)
      .execute()
  })
}

function doubled(leastMs: number, times: number, mostMs: number): number {
  return Math.min(mostMs, leastMs * 2 ** Math.min(times, 30))
}

/** A message before it is signed. */
interface UnsignedMessage {
  /** The same for every attempt, so that a receiver can recognise a repetition. */
  readonly id: string
  readonly sentAt: Date
  readonly body: string
}

/**
 * The headers of a message by the specification Standard Webhooks 1.0: an HMAC-SHA256 of `id.timestamp.body`.
 *
 * @param secrets `whsec_` and base64 each: the current one, and for a day after a rotation the previous one.
 */
function signWebhook(
  { id, sentAt, body }: UnsignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
