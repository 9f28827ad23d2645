import { sql, type Selectable } from 'kysely'
import type { Attestation, ChainReader, FoundTransfer } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import type { Transfers } from '#server/db/schema.ts'
import { hasAgreement, isDenied } from '#server/payments/has-agreement.ts'
import { recordEvent } from '#server/payments/payment-event.ts'
import { asksEveryNode, type PaymentPolicy } from '#server/payments/policy.ts'
import type { Asset } from '#shared/assets.ts'
import { atoms } from '#shared/money.ts'
import { RAILS } from '#shared/rails.ts'

type AttestingReader = Pick<ChainReader, 'chain' | 'attest'>
type AskedTransfer = Pick<
  Selectable<Transfers>,
  | 'tx_hash'
  | 'output_index'
  | 'address'
  | 'evidence'
  | 'asset'
  | 'atoms'
  | 'outputs'
  | 'inputs'
  | 'attestations'
> & {
  readonly payment_id: string
  readonly disagree_since: Date | null
  readonly block_height: number
  readonly block_hash: string
  readonly block_at: Date
}

/** Transfers that one look asks about at most; those never asked about come first. */
const ASKED_AT_ONCE = 200
/** Of each order, the largest first: thousands of tiny ones to one address do not delay the others. */
const ASKED_PER_ORDER = 50

/**
 * Asks every node of a chain about the transfers of orders without keys, before the orders are settled: all transfers
 * together, and again at each look until two nodes agree. The answers are stored with each transfer, since more transfers may
 * arrive later, and an order whose answers changed is marked to be settled. The time of the first disagreement is recorded on
 * the order. Nothing is asked where only one node is configured.
 */
export async function collectAttestations(
  db: Db,
  reader: AttestingReader,
  policy: PaymentPolicy,
  now: Date,
): Promise<void> {
  if (!asksEveryNode(policy, reader.chain)) return
  const asked = await unprovedTransfers(db, reader)
  if (asked.length === 0) return
  const answers = await reader.attest(asked.map(toFoundTransfer))
  const byOrder = Map.groupBy(
    asked.map((transfer, index) => ({ transfer, answers: answers[index] ?? [] })),
    ({ transfer }) => transfer.payment_id,
  )
  const changed = [...byOrder].filter(([, answered]) => hasNews(answered))
  if (changed.length === 0) return
  await db.transaction().execute(async (tx) => {
    for (const [paymentId, answered] of changed.sort(([a], [b]) => (a < b ? -1 : 1))) {
      await storeAnswers(tx, reader, paymentId, answered, now)
    }
  })
}

interface AnsweredTransfer {
  readonly transfer: AskedTransfer
  readonly answers: readonly Attestation[]
}

/** Whether an answer about an order is new. Without that nothing is written, however long a node is down. */
function hasNews(answered: readonly AnsweredTransfer[]): boolean {
  const wasDenied = answered.some(({ transfer }) => transfer.disagree_since !== null)
  if (wasDenied !== answered.some(({ answers }) => isDenied(answers))) return true
  return answered.some(
    ({ transfer, answers }) =>
      JSON.stringify(saysOf(transfer.attestations)) !== JSON.stringify(saysOf(answers)),
  )
}

function saysOf(answers: unknown): unknown {
  if (!Array.isArray(answers)) return null
  return answers.map(({ endpoint, says }: Attestation) => [endpoint, says])
}

async function storeAnswers(
  tx: Db,
  { chain }: AttestingReader,
  paymentId: string,
  answered: readonly AnsweredTransfer[],
  now: Date,
): Promise<void> {
  for (const { transfer, answers } of answered) {
    await tx
      .updateTable('transfers')
      .set({ attestations: JSON.stringify(answers) })
      .where('chain', '=', chain)
      .where('tx_hash', '=', transfer.tx_hash)
      .where('output_index', '=', transfer.output_index)
      .where('address', '=', transfer.address)
      // the answers are about this block; it may have been replaced since
      .where('block_hash', '=', transfer.block_hash)
      .execute()
  }
  const agreed = answered.filter(({ answers }) => hasAgreement(answers)).length
  const hasDisagreed = answered.some(({ answers }) => isDenied(answers))
  await tx
    .updateTable('payments')
    .set({
      disagree_since: hasDisagreed ? sql<Date>`coalesce(disagree_since, ${now})` : null,
      needs_settling: true,
    })
    .where('id', '=', paymentId)
    .execute()
  const facts = { agreed, unproved: answered.length - agreed, hasDisagreed }
  await recordEvent(tx, paymentId, now, 'nodes_asked', facts)
}

/** Confirmed transfers of a chain's rails about which two nodes have not agreed yet, of orders without keys. */
async function unprovedTransfers(db: Db, { chain }: AttestingReader): Promise<readonly AskedTransfer[]> {
  const rails = RAILS.filter((rail) => rail.chain === chain)
  const { rows } = await sql<AskedTransfer>`
    with open_orders as (
      select id from payments where needs_settling
      union
      select id from payments
        where not is_final and status not in ('pending', 'expired')
          and crypto_network = any(${rails.map(({ network }) => network)})
      union
      select id from payments where limited_since is not null or unagreed_since is not null
    )
    select * from (
    select t.tx_hash, t.output_index, t.address, t.evidence, t.asset, t.atoms, t.outputs, t.inputs, t.attestations,
      t.block_height,
      t.block_hash, t.block_at, t.payment_id, p.disagree_since,
      -- the largest that two nodes have not agreed on come first, so that every one has its turn
      row_number() over (partition by t.payment_id order by (
        select count(*) from jsonb_array_elements(t.attestations) a where a ->> 'says' = 'agrees'
      ) > 1, t.atoms desc) as by_size, t.seen_at
    from open_orders o
      join payments p on p.id = o.id
      join transfers t on t.payment_id = p.id
      join unnest(${rails.map(({ network }) => network)}::text[], ${rails.map(({ asset }) => asset)}::text[])
        as rail (network, asset) on rail.network = p.crypto_network and rail.asset = t.asset
    where p.delivered_at is null and p.status <> 'refunded'
      and t.chain = ${chain} and t.lost_at is null and t.block_height is not null
    ) ours where by_size <= ${ASKED_PER_ORDER}
    order by attestations is not null, seen_at, tx_hash, output_index`.execute(db)
  const waiting = rows.filter(
    ({ attestations, disagree_since }) => !hasAgreement(attestations) || disagree_since !== null,
  )
  return waiting.slice(0, ASKED_AT_ONCE)
}

/** The casts are safe: the schema allows only known assets and kinds of evidence. */
function toFoundTransfer(row: AskedTransfer): FoundTransfer {
  return {
    asset: row.asset as Asset,
    address: row.address,
    atoms: atoms(row.atoms),
    evidence: row.evidence as FoundTransfer['evidence'],
    txHash: row.tx_hash,
    index: row.output_index,
    block: { height: row.block_height, hash: row.block_hash, parentHash: '', at: row.block_at },
    inputs: row.inputs,
    outputs: row.outputs,
  }
}
