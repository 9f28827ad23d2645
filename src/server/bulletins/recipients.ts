import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import type { BulletinForecast, BulletinKind } from '#shared/bulletins-api.ts'
import type { EditionId } from '#shared/editions.ts'
import { atoms, cents, formatAmount, quote } from '#shared/money.ts'
import { NETWORKS, railOf } from '#shared/rails.ts'

/** The condition for orders that bulletins go to: paid, not refunded, and with an address to write to. */
function isBuyerOf(editions: readonly EditionId[]) {
  return sql`p.status = 'confirmed' and p.refunded_at is null and p.user_email is not null
    and p.edition = any(${[...editions]}::text[])`
}

/** Lists the orders that a bulletin goes to, in the transaction that starts it. @returns their number. */
export async function listRecipients(
  tx: Db,
  bulletinId: string,
  editions: readonly EditionId[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into bulletin_orders (bulletin_id, payment_id)
    select ${bulletinId}, p.id from payments p where ${isBuyerOf(editions)}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Counts the orders that a bulletin would go to now, and what the refunds of a cancellation would owe. */
export async function forecastBulletin(
  db: Db,
  { kind, editions }: { readonly kind: BulletinKind; readonly editions: readonly EditionId[] },
  { rates }: Pick<PaymentPolicy, 'rates'>,
): Promise<Omit<BulletinForecast, 'success'>> {
  const { rows } = await sql<{ network: string; orders: bigint; copies: bigint; price: bigint; due: bigint }>`
    select crypto_network as network, count(*) as orders, count(*) filter (where copies > 0) as due,
      coalesce(sum(copies), 0)::bigint as copies, coalesce(sum(copies * unit_price_cents), 0)::bigint as price
    from (
      select p.crypto_network, p.unit_price_cents, p.quantity - coalesce((
        select sum(r.quantity) from refunds r where r.payment_id = p.id and r.status <> 'withdrawn'
      ), 0) as copies
      from payments p where ${isBuyerOf(editions)}
    ) bought group by crypto_network`.execute(db)
  const refunds: BulletinForecast['refunds'] = []
  for (const network of kind === 'cancellation' ? NETWORKS : []) {
    const row = rows.find((one) => one.network === network && one.copies > 0n)
    if (row === undefined) continue
    const { symbol, decimals, shownDecimals } = railOf(network)
    const current = await rates.current(symbol)
    const priceCents = cents(Number(row.price))
    refunds.push({
      network,
      symbol,
      orders: Number(row.due),
      copies: Number(row.copies),
      priceCents,
      amount:
        current === null
          ? null
          : formatAmount(atoms(quote(priceCents, current.rate, decimals, shownDecimals)), decimals),
    })
  }
  return { orders: rows.reduce((sum, { orders }) => sum + Number(orders), 0), refunds }
}
