import type { Attestation, FoundTransfer } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'

/** Adds what an honest second node says: the same as the first, but it does not know what that one has made up. */
export async function attestedBy(
  db: Db,
  chain: ChainId,
  transfers: readonly FoundTransfer[],
  answers: readonly (readonly Attestation[])[],
): Promise<readonly (readonly Attestation[])[]> {
  const rows = await db
    .selectFrom('sim_transactions')
    .select('tx_hash')
    .where('chain', '=', chain)
    .where('is_invented', '=', true)
    .execute()
  const invented = new Set(rows.map((row) => row.tx_hash))
  return answers.map((first, index) => {
    const [one] = first
    if (one === undefined) return first
    const says = invented.has(transfers[index]?.txHash ?? '') ? ('disagrees' as const) : one.says
    return [...first, { ...one, endpoint: `${chain} simulation 2`, says }]
  })
}
