import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Transfers } from '#server/db/schema.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { showKey } from '#server/keys/show-key.ts'
import { refundableUntil } from '#server/refunds/request-refund.ts'
import {
  currencyOf,
  priceOf,
  railOfRecord,
  statusOf,
  type PaymentRecord,
} from '#server/payments/payment-record.ts'
import { transferFacts } from '#server/payments/transfer-facts.ts'
import type { KeyCipher, StoredKey } from '#server/secrets/key-cipher.ts'
import { atoms, formatAmount } from '#shared/money.ts'
import type { OrderDetail, OrderTransfer } from '#shared/orders-api.ts'
import type { Rail } from '#shared/rails.ts'
import type { OrderVisibility } from './order-row.ts'
import { toOrderRow } from './order-row.ts'
import { describeRefunds, maskAddress, maskRefund } from './read-refunds.ts'
import { readArrived } from './read-arrived.ts'
import { toNodes } from './to-nodes.ts'
import { valueArrived } from './value-arrived.ts'

interface DescribeContext {
  readonly keyCipher: KeyCipher
  readonly visibility: OrderVisibility
  readonly releaseAt: Date
  readonly rates: PaymentPolicy['rates']
  readonly now: Date
}

/** Describes an order in full: the evidence of the chains, the actions of the shop, and the decisions of people. */
export async function describeOrder(
  db: Db,
  order: PaymentRecord,
  { keyCipher, visibility, releaseAt, rates, now }: DescribeContext,
): Promise<OrderDetail> {
  const [transfers, arrived, events, mails, keys, notes, refunds, decisions] = await Promise.all([
    readTransfers(db, order),
    readArrived(db, [order.id]),
    readEvents(db, order.id),
    readMails(db, order.id),
    readKeys(db, keyCipher, order.id, visibility),
    readNotes(db, order.id),
    readRefundsOf(db, order.id, rates, now),
    readAuditEntries(db, order.id),
  ])
  const rail = railOfRecord(order)
  const listed = {
    ...order,
    status: statusOf(order),
    edition: order.edition,
    crypto_network: rail.network,
    price_cents: priceOf(order),
  }
  return {
    ...toOrderRow(listed, arrived.get(order.id) ?? [], visibility),
    worth: await valueArrived(arrived.get(order.id) ?? [], { rates, currency: currencyOf(order) }),
    discount: await readDiscount(db, order),
    paymentAddress: order.payment_address,
    refundAddress:
      visibility.emails || order.wallet_address === null
        ? order.wallet_address
        : maskAddress(order.wallet_address),
    derivation: {
      wallet: order.wallet,
      fingerprint: order.wallet_fingerprint,
      path: `0/${String(order.derivation_index)}`,
      index: order.derivation_index,
    },
    rate: { value: rateText(order.rate_e8), sources: order.rate_sources, at: order.rate_at.toISOString() },
    confirmations: order.blockchain_confirmations,
    requiredConfirmations: order.required_confirmations,
    transactionHash: order.transaction_hash,
    awaitingKeysSince: order.delivered_at === null ? iso(order.awaiting_keys_since) : null,
    disagreeSince: iso(order.disagree_since),
    unagreedSince: iso(order.unagreed_since),
    limitedSince: iso(order.limited_since),
    refundedAt: iso(order.refunded_at),
    accepted: order.accepted_transfers === null ? null : [...order.accepted_transfers],
    refundableUntil: iso(refundableUntil(order, releaseAt)),
    transfers: [...transfers],
    events: [...events],
    mails: [...mails],
    keys: [...keys],
    // people write names and addresses into notes
    notes: visibility.emails ? [...notes] : [],
    refunds: visibility.emails ? [...refunds] : refunds.map(maskRefund),
    decisions: [...decisions],
  }
}

async function readDiscount(db: Db, order: PaymentRecord): Promise<OrderDetail['discount']> {
  if (order.discount_code_id === null) return null
  const { code, name } = await db
    .selectFrom('discount_codes')
    .select(['code', 'name'])
    .where('id', '=', order.discount_code_id)
    .executeTakeFirstOrThrow()
  return { code, name, cents: order.discount_cents }
}

function iso(at: Date | null): string | null {
  return at?.toISOString() ?? null
}

function rateText(rate: bigint): string {
  return formatAmount(atoms(rate), 8)
}

async function readTransfers(db: Db, order: PaymentRecord): Promise<readonly OrderTransfer[]> {
  const [rows, heads] = await Promise.all([
    db
      .selectFrom('transfers')
      .selectAll()
      .where('payment_id', '=', order.id)
      .orderBy('seen_at')
      .orderBy('tx_hash')
      .orderBy('output_index')
      .execute(),
    db.selectFrom('cursors').select(['chain', 'head_height']).execute(),
  ])
  const rail = railOfRecord(order)
  const headOf = (chain: string) => heads.find((one) => one.chain === chain)?.head_height ?? null
  return rows.map((row) => toTransfer(row, rail, headOf(row.chain)))
}

function toTransfer(row: Selectable<Transfers>, rail: Rail, headHeight: number | null): OrderTransfer {
  const { block_height: height, block_hash: hash, block_at: at } = row
  return {
    ...transferFacts(row, rail, headHeight),
    output: row.output_index,
    atoms: String(row.atoms),
    predatesOrder: row.block_age !== 'newer',
    block: height === null || hash === null || at === null ? null : { height, hash, at: at.toISOString() },
    lateRate: row.late_rate_e8 === null ? null : rateText(row.late_rate_e8),
    nodes: toNodes(row.attestations),
  }
}

async function readEvents(db: Db, id: string): Promise<OrderDetail['events']> {
  const rows = await db
    .selectFrom('payment_events')
    .select(['at', 'kind', 'facts'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ at: row.at.toISOString(), kind: row.kind, facts: factsOf(row.facts) }))
}

function factsOf(facts: unknown): Record<string, unknown> {
  return typeof facts === 'object' && facts !== null ? { ...facts } : {}
}

const MAIL_FAILURES = ['refused', 'unreachable', 'unwritable'] as const

async function readMails(db: Db, id: string): Promise<OrderDetail['mails']> {
  const rows = await db
    .selectFrom('mails')
    .select(['template', 'created_at', 'sent_at', 'attempts', 'failed_as', 'failed_reply', 'dedupe_key'])
    .where('payment_id', '=', id)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    template: row.template,
    createdAt: row.created_at.toISOString(),
    sentAt: iso(row.sent_at),
    attempts: row.attempts,
    failedAs: MAIL_FAILURES.find((one) => one === row.failed_as) ?? null,
    failedReply: row.failed_reply,
    isRepeat: row.dedupe_key.startsWith('repeat:'),
  }))
}

async function readKeys(
  db: Db,
  cipher: KeyCipher,
  id: string,
  visibility: OrderVisibility,
): Promise<OrderDetail['keys']> {
  const rows = await db
    .selectFrom('game_keys')
    .select(['id', 'game_edition', 'sealed_key', 'sealed_with', 'handed_at', 'retired_at', 'refund_id'])
    .where('payment_id', '=', id)
    .orderBy('line_no')
    .orderBy('handed_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    ...shown(cipher, row, visibility),
    handedAt: row.handed_at?.toISOString() ?? '',
    retiredAt: iso(row.retired_at),
    refundId: row.refund_id,
  }))
}

function shown(cipher: KeyCipher, row: StoredKey, { keys }: OrderVisibility) {
  const { text, isMasked } = showKey(cipher, row, keys)
  return { key: text, isMasked }
}

async function readNotes(db: Db, id: string): Promise<OrderDetail['notes']> {
  const rows = await db
    .selectFrom('payment_notes as n')
    .leftJoin('users as u', 'u.id', 'n.actor_id')
    .select(['n.at', 'u.email', 'n.note'])
    .where('n.payment_id', '=', id)
    .orderBy('n.id')
    .execute()
  return rows.map((row) => ({ at: row.at.toISOString(), by: row.email, note: row.note }))
}

async function readRefundsOf(
  db: Db,
  id: string,
  rates: PaymentPolicy['rates'],
  now: Date,
): Promise<OrderDetail['refunds']> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', id)
    .where('chain', 'is not', null)
    .orderBy('asked_at')
    .execute()
  return [...(await describeRefunds(db, rows, rates, now))]
}

async function readAuditEntries(db: Db, id: string): Promise<OrderDetail['decisions']> {
  const rows = await db
    .selectFrom('audit as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .select(['a.at', 'u.email', 'a.action', 'a.facts'])
    .where('a.subject_kind', '=', 'payment')
    .where('a.subject_id', '=', id)
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({
    at: row.at.toISOString(),
    by: row.email,
    action: row.action,
    facts: factsOf(row.facts),
  }))
}
