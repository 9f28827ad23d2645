import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { decimalsOf, type Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { atoms, formatAmount } from '#shared/money.ts'
import type { LostPaymentRow, RecoveriesReply, RecoveryRow } from '#shared/recovery-api.ts'
import { countQuarantined } from './quarantined-keys.ts'

/** How many payments for missing orders a reply lists. */
const LOST_PAYMENTS_SHOWN = 200

/** Everything that staff must know about recoveries: the open one, the finished ones, and what they found. */
export async function describeRecoveries(db: Db): Promise<Omit<RecoveriesReply, 'success'>> {
  const lostPayments = await listLostPayments(db)
  return {
    recoveries: [...(await listRecoveries(db))],
    lostPayments: lostPayments.slice(0, LOST_PAYMENTS_SHOWN),
    lostPaymentCount: lostPayments.length,
    quarantined: [...(await countQuarantined(db))],
  }
}

/** All recoveries, newest first. */
async function listRecoveries(db: Db): Promise<readonly RecoveryRow[]> {
  const rows = await db.selectFrom('recoveries').selectAll().orderBy('started_at', 'desc').execute()
  return rows.map((row) => ({
    id: row.id,
    // a check constraint of the table
    cause: row.cause as RecoveryRow['cause'],
    startedAt: row.started_at.toISOString(),
    lostSince: row.lost_since.toISOString(),
    addressesDoneAt: row.addresses_done_at?.toISOString() ?? null,
    keysDoneAt: row.keys_done_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
  }))
}

interface LostPayment {
  readonly chain: ChainId
  readonly asset: Asset
  readonly atoms: bigint
  readonly address: string
  readonly index: number
  readonly tx_hash: string
  readonly found_at: Date
}

/** All payments on addresses that a recovery skipped, newest first. An address is used on several chains. */
export async function listLostPayments(db: Db): Promise<readonly LostPaymentRow[]> {
  const { rows } = await sql<LostPayment>`
    select l.chain, l.asset, l.atoms, l.address, l.tx_hash, l.found_at,
      (select min(s.derivation_index) from skipped_addresses s where s.address = l.address) as index
    from lost_payments l order by l.found_at desc, l.chain, l.tx_hash, l.output_index`.execute(db)
  return rows.map((row) => ({
    chain: row.chain,
    asset: row.asset,
    amount: formatAmount(atoms(row.atoms), decimalsOf(row.chain, row.asset)),
    address: row.address,
    index: row.index,
    txHash: row.tx_hash,
    foundAt: row.found_at.toISOString(),
  }))
}
