import type { Selectable } from 'kysely'
import type { Block } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { SimBlocks } from '#server/db/schema.ts'
import type { ChainId } from '#shared/chains.ts'

export type BlockRow = Selectable<SimBlocks>

export function newestBlock(db: Db, chain: ChainId): Promise<BlockRow | undefined> {
  const rows = db.selectFrom('sim_blocks').selectAll().where('chain', '=', chain)
  return rows.orderBy('height', 'desc').limit(1).executeTakeFirst()
}

export function blockRow(db: Db, chain: ChainId, height: number): Promise<BlockRow | undefined> {
  const rows = db.selectFrom('sim_blocks').selectAll().where('chain', '=', chain)
  return rows.where('height', '=', height).executeTakeFirst()
}

export function blockOf({ height, hash, parent_hash, at }: BlockRow): Block {
  return { height, hash, parentHash: parent_hash, at }
}
