import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'
import { finalBelowHead } from './sim-forms.ts'

/** More blocks than any order waits for that was paid on another network than its own. */
const AWAITED_MIN = 64

/** Whether a transaction is not deep enough yet, or a refund's payment is looked for. */
export async function awaitsBlocks(db: Db, chain: ChainId, now: Date): Promise<boolean> {
  const awaited = Math.max(finalBelowHead(chain), AWAITED_MIN)
  const { rows } = await sql<{ awaits: boolean }>`
    select exists (select from sim_transactions where chain = ${chain} and block_height is null and made_at <= ${now})
      or exists (
        select from sim_transactions where chain = ${chain}
          and block_height > (select max(height) from sim_blocks where chain = ${chain}) - ${awaited}::integer
      )
      or exists (select from refund_transactions where chain = ${chain} and status = 'waiting') as awaits`.execute(
    db,
  )
  return rows[0]?.awaits === true
}
