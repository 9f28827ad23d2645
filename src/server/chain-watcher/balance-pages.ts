import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { isNative } from '#shared/assets.ts'
import { CHAIN_TABLE, type ChainId } from '#shared/chains.ts'
import { TOP_UP_S } from '#shared/constants.ts'
import type { PaymentStatus } from '#shared/payment-status.ts'
import { RAILS } from '#shared/rails.ts'
import { splitAddresses } from './address-text.ts'
import { selectFlows, type Flow } from './balance-flows.ts'

/**
 * Which orders' balances are read. `'open'`: orders in the chain's own coin that wait for payment, since ether sent by a
 * contract has no visible transfer. `'recent'`: also orders of other rails and expired ones, of the last two days.
 * `'unfinished'`: those of the last 90 days. An order that nothing was paid for leaves all of them when late money no longer
 * counts by itself, a day after its window, and is read once a day with {@link pageOfAllOrders}.
 */
export type BalanceScope = 'open' | 'recent' | 'unfinished'

const DAY_MS = 24 * 3600_000
const AGE_MS: Readonly<Record<Exclude<BalanceScope, 'open'>, number>> = {
  recent: 2 * DAY_MS,
  unfinished: 90 * DAY_MS,
}
/** Two hours more, since a balance counts as paid when it is read. */
const UNPAID_MS = TOP_UP_S * 1000 + 2 * 3600_000
/** The statuses of orders that wait for payment, as an index sorts them. */
const WAITING: readonly PaymentStatus[] = ['detected', 'partial', 'pending', 'review']

/** Addresses of a page: one call. A literal in statements, since a plan that is kept must not depend on it. */
const BALANCES_A_PAGE = 2_000

/** The last order of a page: where the next one begins. */
export interface BalancePosition {
  readonly address: string
  /** When its page was read. */
  readonly status: PaymentStatus
}

/** Addresses of orders with what is known to have moved on them; `last` is null if none follow. */
export interface BalancePage {
  readonly addresses: readonly string[]
  readonly flows: readonly Flow[]
  readonly last: BalancePosition | null
}

const EMPTY: BalancePage = { addresses: [], flows: [], last: null }

/**
 * The orders in a scope, with their flows up to a height; none on chains whose coin balances are not read. A page costs the same
 * wherever it begins.
 *
 * @param after `last` of the page before; null to begin.
 */
export async function pageOfScope(
  db: Db,
  chain: ChainId,
  height: number,
  scope: BalanceScope,
  now: Date,
  after: BalancePosition | null = null,
): Promise<BalancePage> {
  if (!CHAIN_TABLE[chain].readsCoinBalances) return EMPTY
  if (scope !== 'open')
    return readPage(
      db,
      chain,
      height,
      unfinishedOrders(chain, AGE_MS[scope], now, after),
      sql`created_at, id`,
    )
  let page = EMPTY
  for (const part of waitingOrders(chain, after)) {
    const next = await readPage(db, chain, height, part, sql`status, created_at, id`)
    page = { ...joinPages([page, next]), last: next.last }
    if (page.last !== null) break
  }
  return page
}

/** Pages as one, each address once. */
export function joinPages(pages: readonly BalancePage[]): Omit<BalancePage, 'last'> {
  const filled = pages.filter((page) => page.addresses.length > 0)
  const [first, ...others] = filled
  if (first !== undefined && others.length === 0) return first
  const addresses = new Set(filled.flatMap((page) => page.addresses))
  return { addresses: [...addresses], flows: filled.flatMap((page) => page.flows) }
}

/** All orders ever created, paid ones too, in the order of their addresses; like {@link pageOfScope}. */
export async function pageOfAllOrders(
  db: Db,
  chain: ChainId,
  height: number,
  after: BalancePosition | null,
): Promise<BalancePage> {
  return readPage(db, chain, height, sql`payment_address > ${after?.address ?? ''}`, sql`payment_address`)
}

/** Subqueries hide values from PostgreSQL, which would plan a statement anew each time. @param part a condition of orders. @param order of an index, whose columns the condition begins with. */
async function readPage(
  db: Db,
  chain: ChainId,
  height: number,
  part: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<BalancePage> {
  // one row with texts costs a tenth of a row for each order
  const { rows } = await sql<{
    addresses: string | null
    status: PaymentStatus
    flows: readonly Flow[] | null
  }>`
    with page as materialized (
      select payment_address as address, status from payments
      where wallet = (select ${CHAIN_TABLE[chain].wallet}::text) and ${part}
      order by ${order} limit ${sql.lit(BALANCES_A_PAGE)}
    )
    select string_agg(address, ',') as addresses, max(status) as status,
      (select jsonb_agg(f) from (${selectFlows(chain, height, sql`(select array_agg(address) from page)::text[]`)}) f) as flows
    from page`.execute(db)
  const [row] = rows
  const addresses = splitAddresses(row?.addresses)
  const last = addresses.length < BALANCES_A_PAGE ? undefined : addresses.at(-1)
  return {
    addresses,
    flows: row?.flows ?? [],
    // the statuses of a page are in order
    last: row === undefined || last === undefined ? null : { address: last, status: row.status },
  }
}

/**
 * The orders that wait for payment, in parts that follow each other. An index is not entered at a position if the condition also
 * names several statuses: it would be read from the begin of the first. None if no coin of the chain is sold for.
 */
function waitingOrders(chain: ChainId, after: BalancePosition | null): readonly RawBuilder<unknown>[] {
  const networks = RAILS.filter((rail) => rail.chain === chain && isNative(chain, rail.asset)).map(
    (rail) => rail.network,
  )
  if (networks.length === 0) return []
  // literals: which index is best depends on how many orders of the networks wait, and the plan is kept
  const ofStatus = (statuses: readonly PaymentStatus[]) =>
    sql`crypto_network in (${literals(networks)}) and status in (${literals(statuses)})`
  if (after === null) return [ofStatus(WAITING)]
  const later = WAITING.filter((status) => status > after.status)
  const sameStatus = sql`${ofStatus([after.status])} and ${isAfter(chain, after)}`
  return later.length === 0 ? [sameStatus] : [sameStatus, ofStatus(later)]
}

/** The orders created after a position, or else in a time, that are not finished. */
function unfinishedOrders(
  chain: ChainId,
  ageMs: number,
  now: Date,
  after: BalancePosition | null,
): RawBuilder<unknown> {
  const begin = after === null ? sql`created_at > ${new Date(now.getTime() - ageMs)}` : isAfter(chain, after)
  return sql`${begin} and (not is_final or status <> 'confirmed')
        and (status not in ('pending', 'expired')
          or expires_at > (select ${new Date(now.getTime() - UNPAID_MS)}::timestamptz))`
}

/** Whether an order was created after another one, whose status may have changed since. */
function isAfter(chain: ChainId, { address }: BalancePosition): RawBuilder<unknown> {
  return sql`(created_at, id) > (
          select created_at, id from payments
          where wallet = ${CHAIN_TABLE[chain].wallet} and payment_address = ${address})`
}

function literals(texts: readonly string[]): RawBuilder<unknown> {
  return sql.join(texts.map(sql.lit))
}
