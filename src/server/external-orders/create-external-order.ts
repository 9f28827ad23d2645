import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import type { DbDeps } from '#server/db/db-deps.ts'
import { ANNOUNCEMENTS, eventQueryOf } from '#server/db/pg-connection.ts'
import { sendLater } from '#server/db/together.ts'
import { codeOf } from '#server/db/error-code.ts'
import { heldEditions } from '#server/keys/held-editions.ts'
import { takeKeys } from '#server/keys/take-keys.ts'
import { findOpenRecovery } from '#server/recovery/recoveries.ts'
import type { ErrorCode } from '#shared/api.ts'
import { findEdition, type FixedEdition } from '#shared/editions.ts'
import { defaultLanguage, type Language } from '#shared/languages.ts'
import type { ExternalOrderRequest } from '#shared/program-orders.ts'
import { deliverExternal } from './deliver-external.ts'
import type { ExternalRecord } from './external-record.ts'

export interface ExternalOrderDeps extends DbDeps {
  readonly editions: readonly FixedEdition[]
  /** The first one is that of mails where a call names none. */
  readonly languages: readonly Language[]
}

/** Who delivers a sale made elsewhere. */
export interface ExternalSeller {
  readonly tokenId: string
  readonly idempotencyKey: string
}

/** Why nothing was delivered. Nothing was written. */
interface ExternalRefusal {
  readonly kind: 'refused'
  readonly status: 400 | 409 | 503
  readonly code: ErrorCode
  readonly message: string
}

/** The outcome of {@link createExternalOrder}. `repeated`: the same call was answered before. */
export type ExternalOrderResult =
  { readonly kind: 'created' | 'repeated'; readonly record: ExternalRecord } | ExternalRefusal

/** Thrown inside the transaction to roll it back. */
class RefusedError extends Error {
  readonly refusal: ExternalRefusal
  constructor(refusal: ExternalRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

const UNIQUE_VIOLATION = '23505'

/**
 * Delivers a sale that was made and paid elsewhere. In one transaction its keys leave the stock, which no open order of this
 * shop is promised, and the mail with them is queued. While the keys of the edition are held, they are set aside and mailed
 * at the release. The same call again, also at once, gives the same order; a reference is delivered once for each edition.
 */
export async function createExternalOrder(
  deps: ExternalOrderDeps,
  request: ExternalOrderRequest,
  seller: ExternalSeller,
): Promise<ExternalOrderResult> {
  const edition = findEdition(deps.editions, request.edition)
  if (edition === undefined) {
    const ids = deps.editions.map(({ id }) => id).join(', ')
    return refusal(400, 'BAD_REQUEST', `expected an edition of the game (${ids}), got ${request.edition}`)
  }
  const earlier = await findEarlier(deps.db, request, seller)
  if (earlier !== null) return earlier
  try {
    const record = await deps.db
      .transaction()
      .execute((tx) => insertAndDeliver(tx, deps, { request, seller, edition }))
    return { kind: 'created', record }
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal
    // another call was first
    const other = codeOf(error) === UNIQUE_VIOLATION ? await findEarlier(deps.db, request, seller) : null
    if (other === null) throw error
    return other
  }
}

/** What was asked for, by whom, of what. */
interface ExternalSale {
  readonly request: ExternalOrderRequest
  readonly seller: ExternalSeller
  readonly edition: FixedEdition
}

async function insertAndDeliver(
  tx: Db,
  { clock, languages }: ExternalOrderDeps,
  { request, seller, edition }: ExternalSale,
): Promise<ExternalRecord> {
  const now = clock()
  if ((await findOpenRecovery(tx)) !== null) throw new RefusedError(duringRecovery())
  const { reference, quantity } = request
  const record = await tx
    .insertInto('external_orders')
    .values({
      created_at: now,
      token_id: seller.tokenId,
      idempotency_key: seller.idempotencyKey,
      request_hash: hashOf(request),
      reference,
      user_email: request.email,
      language: request.language ?? defaultLanguage(languages),
      edition: edition.id,
      quantity,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  // the same order of locks as a delivery
  const isHeld = (await heldEditions(tx, [edition.id])).size > 0
  if (!(await takeKeys(tx, { externalOrderId: record.id, edition, quantity }, now)))
    throw new RefusedError(outOfStock(edition, quantity))
  // every process remembers it, to notice a database that has lost it
  const event = `event:${String(record.event_id)}:${String(now.getTime())}`
  const announcing = sql`
    select ${record.event_id}::bigint as id, ${now}::timestamptz as at, pg_notify(${ANNOUNCEMENTS}, ${event})`
  await sendLater(tx, eventQueryOf(announcing.compile(tx)))
  await recordAudit(tx, {
    at: now,
    actorId: null,
    action: 'external.create',
    subject: { kind: 'external', id: record.id },
    facts: { token: seller.tokenId, edition: edition.id, quantity },
  })
  return isHeld ? record : await deliverExternal(tx, record, now)
}

async function findEarlier(
  db: Db,
  request: ExternalOrderRequest,
  { idempotencyKey }: ExternalSeller,
): Promise<ExternalOrderResult | null> {
  const { reference, edition } = request
  const rows = await db
    .selectFrom('external_orders')
    .selectAll()
    .where((where) =>
      where.or([
        where('idempotency_key', '=', idempotencyKey),
        where.and([where('reference', '=', reference), where('edition', '=', edition)]),
      ]),
    )
    .execute()
  const own = rows.find((row) => row.idempotency_key === idempotencyKey)
  if (own?.request_hash === hashOf(request)) return { kind: 'repeated', record: own }
  if (own !== undefined)
    return refusal(409, 'IDEMPOTENCY_CONFLICT', 'this Idempotency-Key was used for another order')
  const [other] = rows
  if (other === undefined) return null
  const message = `the reference ${reference} was delivered before, as the order ${other.id}`
  return refusal(409, 'REFERENCE_USED', message)
}

/** Identifies a request, whatever the order of its fields. */
function hashOf(request: ExternalOrderRequest): string {
  const ordered = Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(ordered)).digest('hex')
}

function refusal(status: ExternalRefusal['status'], code: ErrorCode, message: string): ExternalRefusal {
  return { kind: 'refused', status, code, message }
}

function outOfStock({ id }: FixedEdition, quantity: number): ExternalRefusal {
  const message = `the edition ${id} does not have ${String(quantity)} keys that nobody waits for; nothing was delivered`
  return refusal(409, 'OUT_OF_STOCK', message)
}

function duringRecovery(): ExternalRefusal {
  const message =
    'the shop was restored, and delivers nothing until its recovery is finished; repeat the call later'
  return refusal(503, 'UNAVAILABLE', message)
}
