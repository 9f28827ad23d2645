import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import {
  isRefunding,
  WRONG_PRICE_STATES,
  type BulletinContent,
  type BulletinForecast,
  type WrongPrices,
} from '#shared/bulletins-api.ts'
import type { Currency } from '#shared/currency.ts'
import { atoms, cents, formatAmount, quote } from '#shared/money.ts'
import { NETWORKS, railOf, type NetworkId } from '#shared/rails.ts'

type Recipients = Pick<BulletinContent, 'editions' | 'prices'>

/**
 * The condition for orders that bulletins go to: paid, not refunded, and with an address to write to. Of a wrong price: those
 * at it that have no keys.
 */
function isBuyerOf({ editions, prices }: Recipients) {
  const isRecipient = prices === undefined ? sql`true` : sql`p.delivered_at is null and ${isAt(prices)}`
  return sql`p.status = 'confirmed' and p.refunded_at is null and p.user_email is not null
    and p.edition = any(${[...editions]}::text[]) and ${isRecipient}`
}

function isAt({ from, to, currency, rightCents }: WrongPrices) {
  return sql`p.created_at >= ${from}::timestamptz and p.created_at < ${to}::timestamptz
    and p.currency = ${currency} and p.unit_price_cents <> ${rightCents}`
}

/** Counts all orders at a wrong price, by what became of them. Those that ended without money are left out. */
async function countAtWrongPrice(
  db: Db,
  editions: readonly string[],
  prices: WrongPrices,
): Promise<BulletinForecast['atWrongPrice']> {
  const { rows } = await sql<{ state: string; orders: bigint; price: bigint; right: bigint }>`
    select state, count(*) as orders, sum(price)::bigint as price,
      sum(greatest(${prices.rightCents}::bigint * quantity - discount_cents, 0))::bigint as "right"
    from (
      select p.price_cents as price, p.discount_cents, p.quantity, case
        when p.refunded_at is not null or p.status = 'refunded' then 'refunded'
        when p.delivered_at is not null then 'delivered'
        when p.status = 'confirmed' then 'undelivered'
        when p.status in ('pending', 'partial', 'detected', 'review') then 'unpaid'
      end as state
      from payments p where p.edition = any(${[...editions]}::text[]) and ${isAt(prices)}
    ) at_price where state is not null group by state`.execute(db)
  return WRONG_PRICE_STATES.flatMap((state) => {
    const row = rows.find((one) => one.state === state)
    if (row === undefined) return []
    const { orders, price, right } = row
    return { state, orders: Number(orders), priceCents: Number(price), rightCents: Number(right) }
  })
}

/** Lists the orders that a bulletin goes to, in the transaction that starts it. @returns their number. */
export async function listRecipients(tx: Db, bulletinId: string, recipients: Recipients): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into bulletin_orders (bulletin_id, payment_id)
    select ${bulletinId}, p.id from payments p where ${isBuyerOf(recipients)}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Counts the orders that a bulletin would go to now, and what the refunds that it requests would owe. */
export async function forecastBulletin(
  db: Db,
  { kind, editions, prices }: Pick<BulletinContent, 'kind' | 'editions' | 'prices'>,
  { rates }: Pick<PaymentPolicy, 'rates'>,
): Promise<Omit<BulletinForecast, 'success'>> {
  const { rows } = await sql<BoughtRow>`
    select crypto_network as network, currency, count(*) as orders, count(*) filter (where copies > 0) as due,
      coalesce(sum(copies), 0)::bigint as copies, coalesce(sum(ceil(price::numeric * copies / quantity)), 0)::bigint as price
    from (
      select p.crypto_network, p.currency, p.price_cents as price, p.quantity, p.quantity - coalesce((
        select sum(r.quantity) from refunds r where r.payment_id = p.id and r.status <> 'withdrawn'
      ), 0) as copies
      from payments p where ${isBuyerOf({ editions, prices })}
    ) bought group by crypto_network, currency order by currency`.execute(db)
  const networks = isRefunding(kind) ? NETWORKS : []
  const owed = networks.flatMap((network) => rows.filter((row) => row.network === network && row.copies > 0n))
  const refunds = await Promise.all(owed.map((row) => forecastRefunds(row, rates)))
  const atWrongPrice = prices === undefined ? [] : await countAtWrongPrice(db, editions, prices)
  return { orders: rows.reduce((sum, { orders }) => sum + Number(orders), 0), atWrongPrice, refunds }
}

/** Orders of a network and a currency: all of them, those with copies to refund, and these copies with what they cost. */
interface BoughtRow {
  readonly network: NetworkId
  readonly currency: Currency
  readonly orders: bigint
  readonly due: bigint
  readonly copies: bigint
  readonly price: bigint
}

async function forecastRefunds(
  { network, currency, due, copies, price }: BoughtRow,
  rates: PaymentPolicy['rates'],
): Promise<BulletinForecast['refunds'][number]> {
  const { symbol, decimals, shownDecimals } = railOf(network)
  const current = await rates.current(symbol, currency)
  const priceCents = cents(Number(price))
  const amount =
    current === null ? null : quote(priceCents, currency, current.rate, { decimals, shownDecimals })
  return {
    ...{ network, symbol, currency, priceCents, orders: Number(due), copies: Number(copies) },
    amount: amount === null ? null : formatAmount(atoms(amount), decimals),
  }
}
