import type { DbDeps } from '#server/db/db-deps.ts'
import { sql, type RawBuilder } from 'kysely'
import { COPIES_AWAITING_KEYS, KEYS_BY_STATUS, reservedCopies } from '#server/keys/key-counts.ts'
import type { MachineState } from '#server/machine/machine.ts'
import type { KeyStatus } from '#shared/admin-api.ts'
import type { RailState } from '#shared/api.ts'
import type { Currency } from '#shared/currency.ts'
import type { EditionId, FixedEdition } from '#shared/editions.ts'

/** What alerts, health, metrics and the status page are computed from. */
export interface ShopState {
  readonly rails: readonly RailState[]
  /** The currencies beside the shop's own that there are prices in and no rate of. */
  readonly currenciesWithoutRate: readonly Currency[]
  readonly stock: readonly EditionState[]
  readonly mail: MailState
  /** The oldest first, at most {@link LISTED_MAX}; without those whose reason has an alert of its own. */
  readonly ordersInReview: readonly string[]
  /** The orders whose refund waits to be paid, the oldest first, at most {@link LISTED_MAX}. */
  readonly refundsRequested: readonly string[]
  /** Of the process that reads. */
  readonly machine: MachineState
}

/** The stock of an edition. */
export interface EditionState {
  readonly edition: EditionId
  /** Whether the edition reserves keys, is sold out, and takes no orders. */
  readonly isSoldOut: boolean
  /** Keys that are neither sold nor retired, nor promised to an open order; may be below zero. */
  readonly free: number
  /** Keys of any status; 0: none was ever imported. */
  readonly total: number
  /** Copies of confirmed orders that wait for keys. */
  readonly waiting: number
  /** Copies sold in the last seven days (UTC), today included. */
  readonly soldInWeek: number
}

/** The outbox. */
interface MailState {
  readonly waiting: number
  /** How long the oldest mail has been waiting; 0 without one. */
  readonly oldestS: number
  /** The same of those that the mail server has not refused: it may be refusing one mailbox for good. */
  readonly oldestUnrefusedS: number
  /** How many the mail server has refused. */
  readonly refused: number
  /** Whether it refuses most of what it is given. */
  readonly isRefusing: boolean
  /** Mails with keys of paid orders that have waited for too long, whatever the reason, but for an open recovery. */
  readonly keysWaiting: number
}

/** A mail that waits longer is not merely retried. */
export const MAIL_STUCK_AFTER_S = 600
/** Fewer refused mails are no share: their mailboxes may be at fault. */
const REFUSED_LEAST = 3
const REFUSED_SHARE = 0.5

export interface ShopStateDeps extends DbDeps {
  readonly editions: readonly FixedEdition[]
  readonly railStates: () => Promise<readonly RailState[]>
  readonly machineState: () => MachineState
  readonly currenciesWithoutRate: () => Promise<ShopState['currenciesWithoutRate']>
}

/** More than staff can deal with one by one. */
const LISTED_MAX = 200

/** Reads the state of the shop from the database: the rails, and all else in one statement, since it is read four times a minute. */
export async function readShopState(deps: ShopStateDeps): Promise<ShopState> {
  const { db, clock, editions } = deps
  const now = clock()
  const rails = await deps.railStates()
  const { rows } = await sql<StockRows & MailRow & ListedRows>`
    select ${stockColumns(editions, now)}, ${mailColumns(now)},
      array(${ORDERS_IN_REVIEW}) as in_review, array(${REFUNDS_REQUESTED}) as refunds`.execute(db)
  const row = theOnly(rows)
  return {
    rails,
    currenciesWithoutRate: await deps.currenciesWithoutRate(),
    stock: stockOf(editions, row),
    mail: mailOf(row, now),
    ordersInReview: row.in_review,
    refundsRequested: row.refunds,
    machine: deps.machineState(),
  }
}

/** Reads the stock of each edition on sale. */
export async function readStock(
  { db, editions }: Pick<ShopStateDeps, 'db' | 'editions'>,
  now: Date,
): Promise<readonly EditionState[]> {
  const { rows } = await sql<StockRows>`select ${stockColumns(editions, now)}`.execute(db)
  return stockOf(editions, theOnly(rows))
}

function theOnly<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('expected the state of the shop in one row, got none')
  return row
}

interface Copies {
  readonly edition: EditionId
  readonly copies: number
}

/** Lists as JSON, in which numbers are no bigint. */
interface StockRows {
  readonly keys: readonly {
    readonly edition: EditionId
    readonly status: KeyStatus
    readonly count: number
  }[]
  readonly waiting: readonly Copies[]
  readonly sold: readonly Copies[]
  readonly reserved: readonly Copies[]
}

function stockColumns(editions: readonly FixedEdition[], now: Date): RawBuilder<unknown> {
  const ids = editions.map(({ id }) => id)
  return sql`
    ${jsonList(KEYS_BY_STATUS)} as keys,
    ${jsonList(COPIES_AWAITING_KEYS)} as waiting,
    ${jsonList(sql`
      select edition, sum(copies)::bigint as copies from sale_counts
      where paid_on > (${now}::timestamptz at time zone 'utc')::date - 7 group by 1`)} as sold,
    ${jsonList(reservedCopies(ids, now))} as reserved`
}

function jsonList(query: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(one), '[]') from (${query}) one)`
}

/** An edition is sold out when an order could reserve no copy, as `readEditionStock` tells buyers. */
function stockOf(editions: readonly FixedEdition[], rows: StockRows): readonly EditionState[] {
  const copiesOf = (list: readonly Copies[], edition: EditionId) =>
    list.find((one) => one.edition === edition)?.copies ?? 0
  return editions.map(({ id: edition, stock }) => {
    const keys = rows.keys.filter((one) => one.edition === edition)
    const available = keys.find(({ status }) => status === 'available')?.count ?? 0
    const free = available - copiesOf(rows.reserved, edition)
    return {
      edition,
      isSoldOut: stock === 'reserve' && free <= 0,
      free,
      total: keys.reduce((sum, { count }) => sum + count, 0),
      waiting: copiesOf(rows.waiting, edition),
      soldInWeek: copiesOf(rows.sold, edition),
    }
  })
}

interface MailRow {
  readonly mails: bigint
  readonly oldest_mail: Date | null
  readonly oldest_unrefused: Date | null
  readonly refused_mails: bigint
  readonly keys_waiting: bigint
  /** Null unless many were refused. */
  readonly sent_in_hour: bigint | null
}

const REFUSED_MAILS = sql`(select count(*) from mails where sent_at is null and failed_as = 'refused')`

function mailColumns(now: Date): RawBuilder<unknown> {
  return sql`
    (select count(*) from mails where sent_at is null) as mails,
    (select min(created_at) from mails where sent_at is null) as oldest_mail,
    (select min(created_at) from mails
      where sent_at is null and failed_as is distinct from 'refused') as oldest_unrefused,
    ${REFUSED_MAILS} as refused_mails,
    (select count(*) from mails
      where sent_at is null and template in ('keys', 'keys-elsewhere')
        and created_at < ${now}::timestamptz - make_interval(secs => ${MAIL_STUCK_AFTER_S})
        and not exists (select from recoveries where finished_at is null)) as keys_waiting,
    case when ${REFUSED_MAILS} >= ${REFUSED_LEAST}
      then (select count(*) from mails where sent_at > ${now}::timestamptz - interval '1 hour') end as sent_in_hour`
}

function mailOf(row: MailRow, now: Date): MailState {
  const ageOf = (at: Date | null) => (at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1000))
  const refused = Number(row.refused_mails)
  const sent = row.sent_in_hour === null ? null : Number(row.sent_in_hour)
  return {
    waiting: Number(row.mails),
    oldestS: ageOf(row.oldest_mail),
    oldestUnrefusedS: ageOf(row.oldest_unrefused),
    refused,
    isRefusing: sent !== null && refused >= (refused + sent) * REFUSED_SHARE,
    keysWaiting: Number(row.keys_waiting),
  }
}

interface ListedRows {
  readonly in_review: readonly string[]
  readonly refunds: readonly string[]
}

/** Those of `unagreed_since` and `predates_order` have alerts of their own: nodes-not-agreed, payment-predates-order. */
const ORDERS_IN_REVIEW = sql`
  select id::text from payments
  where status = 'review' and unagreed_since is null and not 'predates_order' = any(flags)
  order by created_at, id limit ${sql.lit(LISTED_MAX)}`

const REFUNDS_REQUESTED = sql`
  select payment_id::text from refunds
  where status in ('asked', 'mismatch') order by asked_at limit ${sql.lit(LISTED_MAX)}`
