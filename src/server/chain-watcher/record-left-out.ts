import { closeAlert, raiseAlert } from '#server/alerts/raise-alert.ts'
import type { ChainFault } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { ChainId } from '#shared/chains.ts'

/**
 * Stores which nodes of a chain are left out, since they contradict what is configured, and alerts staff as long as there is
 * one. A node that is down now says nothing about that: it stays what it was.
 *
 * @param faults of a check of all nodes.
 */
export async function recordLeftOut(
  db: Db,
  chain: ChainId,
  faults: readonly ChainFault[],
  now: Date,
): Promise<void> {
  const known = await db
    .selectFrom('chain_states')
    .select('left_out')
    .where('chain', '=', chain)
    .executeTakeFirst()
  const before = known?.left_out ?? []
  const stillOut = faults
    .filter(({ kind, endpoint }) => kind === 'mismatch' || (kind === 'down' && before.includes(endpoint)))
    .map(({ endpoint }) => endpoint)
  const after = [...new Set(stillOut)].sort()
  if (after.join() === before.join()) return
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('chain_states')
      .values({ chain, left_out: after })
      .onConflict((conflict) => conflict.column('chain').doUpdateSet({ left_out: after }))
      .execute()
    const alert = { kind: 'node-left-out', subject: chain } as const
    if (after.length > 0) await raiseAlert(tx, { ...alert, facts: { nodes: after }, at: now })
    else await closeAlert(tx, alert, now)
  })
}
