import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { decimalsOf, type Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { atoms, formatAmount } from '#shared/money.ts'
import type { ArrivedMoney } from '#shared/orders-api.ts'

/** Reads what came to the addresses of orders and was not lost, summed by coin and chain, by the order's id. */
export async function readArrived(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ArrivedMoney[]>> {
  const arrived = new Map<string, ArrivedMoney[]>()
  if (ids.length === 0) return arrived
  const { rows } = await sql<{ id: string; chain: ChainId; asset: Asset; atoms: bigint }>`
    select payment_id as id, chain, asset, sum(atoms)::numeric(78,0) as atoms from transfers
    where payment_id = any(${ids}::uuid[]) and lost_at is null
    group by payment_id, chain, asset order by min(seen_at), chain, asset`.execute(db)
  for (const { id, chain, asset, atoms: sum } of rows) {
    const amount = formatAmount(atoms(sum), decimalsOf(chain, asset))
    arrived.set(id, [...(arrived.get(id) ?? []), { chain, asset, amount }])
  }
  return arrived
}
