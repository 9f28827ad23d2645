import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import type { Currency } from '#shared/currency.ts'
import { atoms, valueInCents, type Cents, type Rate } from '#shared/money.ts'
import { RAILS } from '#shared/rails.ts'

/** What counts for an order: the asset of its own rail, not what arrived by mistake. */
const OWN_MONEY = sql.join(RAILS.map(({ network, chain, asset }) => sql`(${network}, ${chain}, ${asset})`))

/** What an accountant needs of an order besides its figures. */
export interface BookFacts {
  readonly id: string
  /** The rate of the quote, in the order's currency, times 10^8. */
  readonly rate_e8: bigint
  readonly invoice_year: number | null
  readonly invoice_number: number | null
  /** Sum over the transfers that arrived: atoms times the rate that each counts at; see {@link valueOf}. */
  readonly received_value: bigint
  /** The code that lowered its price, and by how much. */
  readonly discount_code: string | null
  readonly discount_cents: number
  readonly declared_country: string | null
  readonly network_country: string | null
  readonly refunds: readonly RefundFacts[]
}

/** A refund whose transactions the shop has verified on chain, or that is under way. */
interface RefundFacts {
  readonly status: string
  readonly quantity: number
  readonly chain: ChainId | null
  readonly asset: Asset | null
  /** As text: JSON has no integers of that size. */
  readonly atoms: string
  readonly hashes: readonly string[]
  readonly verifiedAt: string | null
  readonly correction: { readonly year: number; readonly number: number } | null
  /** The rate in the order's currency, times 10^8, as text; null for money that goes back in the coin itself. */
  readonly rate: string | null
}

/** The value of atoms times a rate, in the smallest unit of the rate's currency, rounded down. @param decimals of the coin. */
export function valueOf(atomsTimesRate: bigint, currency: Currency, decimals: number): Cents {
  return valueInCents(atoms(atomsTimesRate), currency, 1n as Rate, decimals)
}

/** Reads the facts of some orders, by their id. */
export async function readBookFacts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, BookFacts>> {
  const { rows } = await sql<BookFacts>`
    select p.id, p.rate_e8, p.invoice_year, p.invoice_number, p.discount_cents,
      (select d.code from discount_codes d where d.id = p.discount_code_id) as discount_code, v.declared_country, v.network_country,
      coalesce((
        select sum(t.atoms * coalesce(t.late_rate_e8, p.rate_e8)) from transfers t
        where t.payment_id = p.id and t.lost_at is null and t.block_height is not null
          and (p.crypto_network, t.chain, t.asset) in (${OWN_MONEY})
      ), 0)::numeric as received_value,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'status', f.status, 'quantity', f.quantity, 'chain', f.chain, 'asset', f.asset, 'rate', f.rate_e8::text,
          'atoms', coalesce(x.atoms, 0)::text, 'hashes', coalesce(x.hashes, '[]'), 'verifiedAt', f.verified_at,
          'correction', case when c.refund_id is not null then jsonb_build_object('year', c.year, 'number', c.number) end
        ) order by f.asked_at)
        from refunds f left join corrections c on c.refund_id = f.id left join lateral (
          select sum(atoms) filter (where status = 'verified') as atoms, jsonb_agg(tx_hash order by recorded_at) as hashes
          from refund_transactions where refund_id = f.id
        ) x on true
        where f.payment_id = p.id and f.status <> 'withdrawn'
      ), '[]') as refunds
    from payments p left join vat_evidence v on v.payment_id = p.id
    where p.id = any(${[...ids]})`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
