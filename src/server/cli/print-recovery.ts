import type { Db } from '#server/db/database.ts'
import { countQuarantined } from '#server/recovery/quarantined-keys.ts'
import { findOpenRecovery } from '#server/recovery/recoveries.ts'
import { decimalsOf, type Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { atoms, formatAmount } from '#shared/money.ts'
import type { CommandContext } from './command.ts'

/** Prints what a recovery has found, and what is left to do. */
export async function printRecovery({ out }: CommandContext, db: Db): Promise<void> {
  const lost = await db
    .selectFrom('lost_payments as l')
    .innerJoin('skipped_addresses as s', 's.address', 'l.address')
    .select(['l.chain', 'l.asset', 'l.atoms', 'l.tx_hash', 'l.address', 's.derivation_index as index'])
    .orderBy('l.found_at')
    .execute()
  for (const { chain, asset, atoms: amount, index, address, tx_hash } of lost) {
    const decimals = decimalsOf(chain as ChainId, asset as Asset)
    out(
      `missing order: ${formatAmount(atoms(amount), decimals)} ${asset} on ${chain}, index ${String(index)}, ${address}, ${tx_hash}`,
    )
  }
  const recovery = await findOpenRecovery(db)
  if (recovery === null) {
    out('the recovery is finished: the shop takes orders')
    return
  }
  out(`orders made after ${recovery.lost_since.toISOString()} may be missing; no orders are taken`)
  if (recovery.addresses_done_at === null) out('addresses: run "restore --resume"')
  for (const { edition, count } of await countQuarantined(db))
    out(`keys set aside: ${String(count)} of ${edition}; compare them with the log of your mail server`)
  if (recovery.keys_done_at === null)
    out('then run "restore --keys-sent FILE" with the keys that were sent, and "restore --release-keys"')
}
