import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { decimalsOf, type Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { atoms, formatAmount } from '#shared/money.ts'
import type { FrozenExposure } from '#shared/reports-api.ts'

/** What lies on the shop's own addresses and cannot be moved, or may not: per coin, from the last answers of the nodes. */
export async function readFrozenExposure(db: Db): Promise<readonly FrozenExposure[]> {
  const { rows } = await sql<{
    chain: ChainId
    asset: Asset
    frozen: bigint
    addresses: number
    unknown: number
    orders: string[]
  }>`
    select chain, asset,
      coalesce(sum(atoms) filter (where is_frozen), 0) as frozen,
      (count(*) filter (where is_frozen and atoms is distinct from 0))::integer as addresses,
      (count(*) filter (where is_frozen is null))::integer as unknown,
      coalesce(array_agg(payment_id::text order by checked_at) filter (where is_frozen and atoms is distinct from 0), '{}')
        as orders
    from freeze_checks group by chain, asset
    having bool_or(is_frozen is null or is_frozen and atoms is distinct from 0)
    order by chain, asset`.execute(db)
  return rows.map(({ chain, asset, frozen, orders, ...counts }) => ({
    chain,
    asset,
    amount: formatAmount(atoms(frozen), decimalsOf(chain, asset)),
    orders: orders.slice(0, 20),
    ...counts,
  }))
}
