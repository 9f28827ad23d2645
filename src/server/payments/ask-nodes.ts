import type { Block, ChainReader, FoundTransfer } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { atoms } from '#shared/money.ts'
import type { Asset } from '#shared/rails.ts'
import { recordEvent } from './payment-event.ts'
import { railOfRecord, type PaymentRecord } from './payment-record.ts'
import { networksOf } from './settle-due.ts'
import { needsQuorum, type PaymentPolicy } from './policy.ts'

const NODES_THAT_MUST_AGREE = 2

/**
 * Asks every node of a chain about the orders whose value asks for two that agree, before any key leaves. Agreement is
 * recorded on the order and marks it to be settled; so is the moment from which nodes gave different answers.
 *
 * @returns whether any order is to be settled again.
 */
export async function askNodes(
  db: Db,
  reader: ChainReader,
  policy: PaymentPolicy,
  now: Date,
): Promise<boolean> {
  const waiting = await db
    .selectFrom('payments')
    .selectAll()
    .where('status', 'in', ['detected', 'review'])
    .where('attested_at', 'is', null)
    .where('crypto_network', 'in', [...networksOf(reader.chain)])
    .where('price_usd_cents', '>=', policy.quorumCents)
    .execute()
  let hasChanged = false
  for (const record of waiting) {
    if (!needsQuorum(policy, railOfRecord(record), record.price_usd_cents)) continue
    if (await askAbout(db, reader, record, now)) hasChanged = true
  }
  return hasChanged
}

async function askAbout(db: Db, reader: ChainReader, record: PaymentRecord, now: Date): Promise<boolean> {
  const transfers = await confirmedTransfers(db, reader, record)
  if (transfers.length === 0) return false
  let hasAgreed = true
  let hasDisagreed = false
  for (const transfer of transfers) {
    const answers = await reader.attest(transfer)
    await keepAnswers(db, reader, transfer, answers)
    if (answers.filter((one) => one.says === 'agrees').length < NODES_THAT_MUST_AGREE) hasAgreed = false
    if (answers.some((one) => one.says === 'disagrees')) hasDisagreed = true
  }
  return note(db, record, { hasAgreed: hasAgreed && !hasDisagreed, hasDisagreed }, now)
}

async function note(
  db: Db,
  record: PaymentRecord,
  answer: { readonly hasAgreed: boolean; readonly hasDisagreed: boolean },
  now: Date,
): Promise<boolean> {
  const disagreeSince = answer.hasDisagreed ? (record.disagree_since ?? now) : null
  const isSame = String(disagreeSince) === String(record.disagree_since)
  if (isSame && !answer.hasAgreed) return false
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('payments')
      .set({
        attested_at: answer.hasAgreed ? now : null,
        disagree_since: disagreeSince,
        needs_settling: true,
      })
      .where('id', '=', record.id)
      .execute()
    await recordEvent(tx, record.id, now, 'nodes_asked', answer)
  })
  return true
}

async function confirmedTransfers(
  db: Db,
  reader: ChainReader,
  record: PaymentRecord,
): Promise<readonly FoundTransfer[]> {
  const rows = await db
    .selectFrom('transfers')
    .selectAll()
    .where('payment_id', '=', record.id)
    .where('chain', '=', reader.chain)
    .where('asset', '=', railOfRecord(record).asset)
    .where('lost_at', 'is', null)
    .where('block_height', 'is not', null)
    .execute()
  return rows.map((row) => ({
    asset: row.asset as Asset,
    address: row.address,
    atoms: atoms(row.atoms),
    evidence: row.evidence === 'balance' ? 'balance' : 'output',
    txHash: row.tx_hash,
    index: row.output_index,
    block: blockOf(row),
    inputs: row.inputs,
  }))
}

function blockOf(row: {
  block_height: number | null
  block_hash: string | null
  block_at: Date | null
}): Block | null {
  if (row.block_height === null || row.block_hash === null || row.block_at === null) return null
  return { height: row.block_height, hash: row.block_hash, parentHash: '', at: row.block_at }
}

async function keepAnswers(
  db: Db,
  reader: ChainReader,
  transfer: FoundTransfer,
  answers: readonly unknown[],
): Promise<void> {
  await db
    .updateTable('transfers')
    .set({ attestations: JSON.stringify(answers) })
    .where('chain', '=', reader.chain)
    .where('tx_hash', '=', transfer.txHash)
    .where('output_index', '=', transfer.index)
    .where('address', '=', transfer.address)
    .execute()
}
