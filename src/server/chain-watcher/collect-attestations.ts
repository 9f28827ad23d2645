import type { Block, ChainReader, FoundTransfer } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { atoms } from '#shared/money.ts'
import type { Asset } from '#shared/assets.ts'
import { hasAgreement, isDenied } from '#server/payments/has-agreement.ts'
import { recordEvent } from '#server/payments/payment-event.ts'
import { railOfRecord, type PaymentRecord } from '#server/payments/payment-record.ts'
import { networksOf } from '#server/payments/settle-due-orders.ts'
import { needsQuorum, type PaymentPolicy } from '#server/payments/policy.ts'

type AttestingReader = Pick<ChainReader, 'chain' | 'attest'>

/**
 * Asks every node of a chain about the transfers of orders whose value requires a quorum of two nodes, before any key is
 * delivered. The answers are stored with each transfer, since more transfers may arrive later, and the order is marked to be
 * settled. The time of the first disagreement is recorded on the order.
 *
 * @returns whether any order must be settled again.
 */
export async function collectAttestations(
  db: Db,
  reader: AttestingReader,
  policy: PaymentPolicy,
  now: Date,
): Promise<boolean> {
  const waiting = await db
    .selectFrom('payments')
    .selectAll()
    .where('status', 'in', ['detected', 'review'])
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

async function askAbout(db: Db, reader: AttestingReader, record: PaymentRecord, now: Date): Promise<boolean> {
  const unproved = await unprovedTransfers(db, reader, record)
  if (unproved.length === 0 && record.disagree_since === null) return false
  let agreed = 0
  let hasDisagreed = false
  for (const transfer of unproved) {
    const [answers = []] = await reader.attest([transfer])
    await keepAnswers(db, reader, transfer, answers)
    if (hasAgreement(answers)) agreed += 1
    if (isDenied(answers)) hasDisagreed = true
  }
  return note(db, record, { agreed, unproved: unproved.length - agreed, hasDisagreed }, now)
}

async function note(
  db: Db,
  record: PaymentRecord,
  answer: { readonly agreed: number; readonly unproved: number; readonly hasDisagreed: boolean },
  now: Date,
): Promise<boolean> {
  const disagreeSince = answer.hasDisagreed ? (record.disagree_since ?? now) : null
  const isSame = String(disagreeSince) === String(record.disagree_since)
  if (isSame && answer.agreed === 0) return false
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('payments')
      .set({
        attested_at: answer.unproved === 0 ? now : null,
        disagree_since: disagreeSince,
        needs_settling: true,
      })
      .where('id', '=', record.id)
      .execute()
    await recordEvent(tx, record.id, now, 'nodes_asked', answer)
  })
  return true
}

/** Confirmed transfers that too few nodes have attested. */
async function unprovedTransfers(
  db: Db,
  reader: AttestingReader,
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
  const unproved = rows.filter((row) => !hasAgreement(row.attestations))
  return unproved.map((row) => ({
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
  reader: AttestingReader,
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
