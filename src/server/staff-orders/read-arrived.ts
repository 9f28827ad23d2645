import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { decimalsOf, type Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { atoms, formatAmount, type Atoms } from '#shared/money.ts'
import type { ArrivedMoney } from '#shared/arrived-money.ts'

/** Money that came, its atoms, and when the first of it was seen. */
export interface ArrivedSum extends ArrivedMoney {
  readonly sum: Atoms
  readonly seenAt: Date
}

/** Reads what came to the addresses of orders and was not lost, summed by coin and chain, by the order's id. */
export async function readArrived(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ArrivedSum[]>> {
  const arrived = new Map<string, ArrivedSum[]>()
  if (ids.length === 0) return arrived
  const { rows } = await sql<ArrivedRow>`
    select payment_id as id, chain, asset, sum(atoms)::numeric(78,0) as atoms, min(seen_at) as seen_at from transfers
    where payment_id = any(${ids}::uuid[]) and lost_at is null
    group by payment_id, chain, asset order by min(seen_at), chain, asset`.execute(db)
  for (const { id, chain, asset, atoms: total, seen_at: seenAt } of rows) {
    const sum = atoms(total)
    const amount = formatAmount(sum, decimalsOf(chain, asset))
    arrived.set(id, [...(arrived.get(id) ?? []), { chain, asset, amount, sum, seenAt }])
  }
  return arrived
}

interface ArrivedRow {
  readonly id: string
  readonly chain: ChainId
  readonly asset: Asset
  readonly atoms: bigint
  readonly seen_at: Date
}
