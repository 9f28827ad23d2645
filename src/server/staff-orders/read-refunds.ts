import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { RefundTransactions } from '#server/db/schema.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { maskEmail } from '#server/keys/mask-key.ts'
import { needsNewQuote } from '#server/refunds/quote-refund.ts'
import { coinOf, railOfCoin, type RefundRecord } from '#server/refunds/refund-record.ts'
import { isPayoutStopped } from '#server/refunds/report-payout.ts'
import { REFUND_PAY_WITHIN_S } from '#shared/constants.ts'
import { USD, type Currency } from '#shared/currency.ts'
import { atoms, cents, formatAmount, quote, type Rate } from '#shared/money.ts'
import type { FreezeState, RefundRow, RefundStatus } from '#shared/orders-api.ts'
import type { RefundListQuery } from '#shared/refund-list-api.ts'
import { decimalsOf } from '#shared/assets.ts'
import { toNodes } from './to-nodes.ts'

/** Describes refunds for the back office, in the given order. */
export async function describeRefunds(
  db: Db,
  refunds: readonly RefundRecord[],
  rates: PaymentPolicy['rates'],
  now: Date,
): Promise<readonly RefundRow[]> {
  if (refunds.length === 0) return []
  const ids = refunds.map((refund) => refund.id)
  const orderIds = refunds.map((refund) => refund.payment_id)
  const orders = await db
    .selectFrom('payments')
    .select(['id', 'edition', 'user_email', 'currency'])
    .where('id', 'in', orderIds)
    .execute()
  const orderOf = (refund: RefundRecord) => orders.find((order) => order.id === refund.payment_id)
  const currencyOf = (refund: RefundRecord): Currency => orderOf(refund)?.currency ?? USD
  const [owedNow, transactions, keys, freezes, planned] = await Promise.all([
    estimateOwed(refunds, currencyOf, rates, now),
    db
      .selectFrom('refund_transactions as t')
      .leftJoin('users as u', 'u.id', 't.recorded_by')
      .selectAll('t')
      .select('u.email')
      .where('t.refund_id', 'in', ids)
      .orderBy('t.recorded_at')
      .execute(),
    db.selectFrom('game_keys').select(['id', 'refund_id']).where('refund_id', 'in', ids).execute(),
    db
      .selectFrom('freeze_checks')
      .select(['payment_id', 'chain', 'asset', 'is_frozen'])
      .where('payment_id', 'in', orderIds)
      .execute(),
    db
      .selectFrom('planned_payouts')
      .select('refund_id')
      .where('refund_id', 'in', ids)
      .where('closed_at', 'is', null)
      .execute(),
  ])
  return refunds.map((refund) =>
    toRefundRow(refund, {
      transactions: transactions.filter((one) => one.refund_id === refund.id),
      keyIds: keys.filter((key) => key.refund_id === refund.id).map((key) => key.id),
      edition: orderOf(refund)?.edition ?? '',
      email: orderOf(refund)?.user_email ?? null,
      currency: currencyOf(refund),
      isPlanned: planned.some((one) => one.refund_id === refund.id),
      owedNow: owedNow.get(refund.id) ?? null,
      ownFreeze: ownFreezeOf(freezes.find((one) => isOfCoin(one, refund))),
      now,
    }),
  )
}

/** What refunds without a quote of today owe at the current rate, in atoms; the quote itself reads the order's money again. */
async function estimateOwed(
  refunds: readonly RefundRecord[],
  currencyOf: (refund: RefundRecord) => Currency,
  rates: PaymentPolicy['rates'],
  now: Date,
): Promise<ReadonlyMap<string, bigint>> {
  const unquoted = refunds.filter(
    (refund) => needsNewQuote(refund, now) && (refund.status === 'asked' || refund.status === 'mismatch'),
  )
  const current = new Map<string, Rate | null>()
  for (const refund of unquoted) {
    const symbol = railOfCoin(coinOf(refund))?.symbol
    const pair = `${symbol ?? ''} ${currencyOf(refund)}`
    if (symbol !== undefined && !current.has(pair))
      current.set(pair, (await rates.current(symbol, currencyOf(refund)))?.rate ?? null)
  }
  const owed = unquoted.flatMap((refund): (readonly [string, bigint])[] => {
    if (refund.price_cents === 0) return [[refund.id, refund.rest_atoms]]
    const rail = railOfCoin(coinOf(refund))
    const rate = rail === null ? null : current.get(`${rail.symbol} ${currencyOf(refund)}`)
    if (rail === null || rate === undefined || rate === null) return []
    const price = quote(cents(refund.price_cents), currencyOf(refund), rate, rail)
    return [[refund.id, price + refund.rest_atoms]]
  })
  return new Map(owed)
}

interface FreezeRow {
  readonly payment_id: string | null
  readonly chain: string
  readonly asset: string
  readonly is_frozen: boolean | null
}

function isOfCoin(row: FreezeRow, refund: RefundRecord): boolean {
  return row.payment_id === refund.payment_id && row.chain === refund.chain && row.asset === refund.asset
}

function ownFreezeOf(row: FreezeRow | undefined): FreezeState | null {
  if (row === undefined) return null
  return row.is_frozen === null ? 'unknown' : row.is_frozen ? 'frozen' : 'clear'
}

type RefundTransactionRow = Selectable<RefundTransactions> & { readonly email: string | null }

interface RefundFacts extends Pick<
  RefundRow,
  'keyIds' | 'edition' | 'email' | 'currency' | 'isPlanned' | 'ownFreeze'
> {
  readonly transactions: readonly RefundTransactionRow[]
  /** In atoms; null if the current rate is unknown. */
  readonly owedNow: bigint | null
  readonly now: Date
}

function toRefundRow(refund: RefundRecord, { transactions, owedNow, now, ...facts }: RefundFacts): RefundRow {
  const { chain, asset } = coinOf(refund)
  const amount = (count: bigint) => formatAmount(atoms(count), decimalsOf(chain, asset))
  const verified = transactions.filter((one) => one.status === 'verified')
  return {
    ...facts,
    id: refund.id,
    orderId: refund.payment_id,
    status: refund.status as RefundStatus,
    askedAt: refund.asked_at.toISOString(),
    payBy: new Date(refund.asked_at.getTime() + REFUND_PAY_WITHIN_S * 1000).toISOString(),
    askedBy: refund.asked_by as RefundRow['askedBy'],
    reason: refund.reason,
    quantity: refund.quantity,
    chain,
    asset,
    address: refund.address ?? '',
    priceCents: refund.price_cents,
    rest: amount(refund.rest_atoms),
    owed: refund.owed_atoms === null ? null : amount(refund.owed_atoms),
    owedNow: owedNow === null ? null : amount(owedNow),
    rate: refund.rate_e8 === null ? null : formatAmount(atoms(refund.rate_e8), 8),
    rateSources: refund.rate_sources,
    quotedAt: refund.quoted_at?.toISOString() ?? null,
    isQuoteOld: needsNewQuote(refund, now) && (refund.status === 'asked' || refund.status === 'mismatch'),
    freeze: refund.freeze_state as FreezeState | null,
    paid: amount(verified.reduce((sum, one) => sum + (one.atoms ?? 0n), 0n)),
    verifiedAt: refund.verified_at?.toISOString() ?? null,
    transactions: transactions.map((one) => toTransaction(one, amount, now)),
  }
}

function toTransaction(
  one: RefundTransactionRow,
  amount: (count: bigint) => string,
  now: Date,
): RefundRow['transactions'][number] {
  return {
    txHash: one.tx_hash,
    status: one.status as RefundRow['transactions'][number]['status'],
    reason: one.reason as RefundRow['transactions'][number]['reason'],
    amount: one.atoms === null ? null : amount(one.atoms),
    block:
      one.block_height === null || one.block_hash === null
        ? null
        : { height: one.block_height, hash: one.block_hash },
    recordedAt: one.recorded_at.toISOString(),
    recordedBy: one.email,
    checkedAt: one.checked_at?.toISOString() ?? null,
    isUnagreed: one.status === 'waiting' && isPayoutStopped(one.unagreed_since, now),
    nodes: toNodes(one.answers),
  }
}

/** A refund for someone who may not see what identifies its buyer: where the money goes, their e-mail, and what they wrote. */
export function maskRefund(refund: RefundRow): RefundRow {
  const email = refund.email === null ? null : maskEmail(refund.email)
  return { ...refund, email, address: maskAddress(refund.address), reason: '' }
}

/** Masks the middle of an address: `0x1234…cdef`. */
export function maskAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

const OPEN_STATUSES = ['asked', 'recorded', 'mismatch']

/** Lists one page of refunds, and counts the open ones. */
export async function listRefunds(
  db: Db,
  { status, sort, before, limit }: RefundListQuery,
  rates: PaymentPolicy['rates'],
  now: Date,
): Promise<{ readonly refunds: readonly RefundRow[]; readonly next: string | null; readonly open: number }> {
  const wanted =
    status === 'all' ? sql`true` : sql`status = any(${status === 'open' ? OPEN_STATUSES : [status]})`
  const isByPrice = sort === 'price_desc' || sort === 'price_asc'
  const isDown = sort === 'price_desc' || sort === 'newest'
  const [direction, operator] = isDown ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const columns = [...(isByPrice ? [sql`price_cents`] : []), sql`asked_at`, sql`id`]
  const beyond =
    before === undefined
      ? sql`true`
      : sql`(${sql.join(columns)}) ${operator} (${parsePosition(before, isByPrice)})`
  const { rows } = await sql<RefundRecord & { position: string }>`
    select *, ${isByPrice ? sql`price_cents || '.' ||` : sql``}
      (extract(epoch from asked_at) * 1000000)::bigint || '.' || id as position
    from refunds where ${wanted} and ${beyond} and chain is not null
    order by ${sql.join(columns.map((column) => sql`${column} ${direction}`))} limit ${limit + 1}`.execute(db)
  const { rows: open } = await sql<{ n: bigint }>`
    select count(*) as n from refunds where status in ('asked', 'recorded', 'mismatch')`.execute(db)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    refunds: await describeRefunds(db, page, rates, now),
    next: rows.length > limit && last !== undefined ? last.position : null,
    open: Number(open[0]?.n ?? 0n),
  }
}

/** A position of another sort has no price: then the list begins at zero. */
function parsePosition(before: string, isByPrice: boolean) {
  const [id = '', us = '0', price = ''] = before.split('.').reverse()
  const at = sql`timestamptz 'epoch' + ${us}::bigint * interval '1 microsecond', ${id}::uuid`
  return isByPrice ? sql`${/^\d+$/.test(price) ? price : '0'}::bigint, ${at}` : at
}
