import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { atoms, type Atoms } from '#shared/money.ts'
import { CHAIN_TABLE, type ChainId } from '#shared/chains.ts'

/** What transfers of a chain's own coin add up to on one address. `'output'` came by transfers, `'balance'` was seen in balances. */
export interface Flow {
  readonly address: string
  readonly kind: 'output' | 'balance' | 'outflow'
  /** A decimal number, in the coin's smallest unit. */
  readonly atoms: string
}

/** The flows of some addresses, each kind by address. What is missing is 0. */
export interface Flows {
  readonly inflows: ReadonlyMap<string, Atoms>
  readonly outflows: ReadonlyMap<string, Atoms>
  readonly balances: ReadonlyMap<string, Atoms>
}

/**
 * A query for the flows up to a height, as {@link Flow}.
 *
 * @param addresses an array of texts; a join in its place would have PostgreSQL read all transfers of a chain if they are not many.
 */
export function selectFlows(
  chain: ChainId,
  height: number,
  addresses: RawBuilder<unknown>,
): RawBuilder<Flow> {
  const { asset } = CHAIN_TABLE[chain]
  return sql<Flow>`
      select address, evidence as kind, sum(atoms)::text as atoms from transfers
      where chain = ${chain} and asset = ${asset} and address = any(${addresses}) and lost_at is null
        and block_height <= ${height}
      group by address, evidence
      union all
      select address, 'outflow', sum(atoms)::text from outflows
      where chain = ${chain} and address = any(${addresses}) and block_height <= ${height}
      group by address`
}

/** Reads the flows of one address. */
export async function flowsOfAddress(
  db: Db,
  chain: ChainId,
  height: number,
  address: string,
): Promise<Flows> {
  const { rows } = await selectFlows(chain, height, sql`array[${address}::text]`).execute(db)
  return byAddress(rows)
}

/** Sorts flows by their kind. */
export function byAddress(flows: readonly Flow[]): Flows {
  const of = (kind: Flow['kind']) =>
    new Map(
      flows.filter((flow) => flow.kind === kind).map((flow) => [flow.address, atoms(BigInt(flow.atoms))]),
    )
  return { inflows: of('output'), outflows: of('outflow'), balances: of('balance') }
}
