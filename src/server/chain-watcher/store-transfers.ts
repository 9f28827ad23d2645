import { sql } from 'kysely'
import type { FoundTransfer, Outflow } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { type ChainId, CHAIN_TABLE, walletKindOf } from '#shared/chains.ts'
import { type Asset, readsBalanceOf } from '#shared/assets.ts'
import { atoms } from '#shared/money.ts'
import { leastAccepted } from '#shared/payment-status.ts'
import { blockAgeOf, type OrderStart } from './block-age.ts'
import { storeLostPayments } from './store-lost-payments.ts'
import { singleOutputs, sumManyOutputs, type StoredTransfer } from './sum-many-outputs.ts'

/** When transfers were found, and what is known about the time before. */
export interface FindingTime {
  readonly seenAt: Date
  /** When the whole mempool was last listed without these transfers; null if it was not, or if the chain has none. */
  readonly unseenUntil: Date | null
}

/**
 * Stores transfers, in the transaction that moves the cursor. Their key comes from the chain, so storing one twice changes
 * nothing. Orders whose transfers changed are marked to be settled again.
 */
export async function storeTransfers(
  tx: Db,
  chain: ChainId,
  transfers: readonly FoundTransfer[],
  time: FindingTime,
): Promise<void> {
  if (transfers.length === 0) return
  const owners = await ownersOf(tx, chain, transfers)
  const foreign = transfers.filter((one) => !owners.has(one.address))
  await storeLostPayments(tx, chain, foreign, time.seenAt)
  const ours = transfers.filter((one) => owners.has(one.address) && one.atoms > 0n)
  if (ours.length === 0) return
  // a node may leave out some logs of a transaction, but it shows all outputs of one
  const rows = walletKindOf(chain).spendsOutputs ? sumManyOutputs(ours) : singleOutputs(ours)
  await dropSummedOutputs(tx, chain, rows)
  const changed = await upsertTransfers(tx, chain, rows, owners, time)
  await dropReadBalances(tx, chain, changed)
  await markForSettling(tx, [...new Set(changed.map((one) => one.payment_id))])
}

/** Stores what watched addresses spent, to reconcile balances. */
export async function storeOutflows(tx: Db, chain: ChainId, outflows: readonly Outflow[]): Promise<void> {
  if (outflows.length === 0) return
  await tx
    .insertInto('outflows')
    .values(
      outflows.map((one) => ({
        chain,
        tx_hash: one.txHash,
        address: one.address,
        atoms: one.atoms,
        block_height: one.block.height,
      })),
    )
    .onConflict((conflict) => conflict.columns(['chain', 'tx_hash', 'address']).doNothing())
    .execute()
}

/** Marks orders to be settled at the next poll. They are locked in the order of their ids, as by those who settle them. */
export async function markForSettling(tx: Db, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return
  await sql`
    with changed as (
      select id from payments where id = any(${[...paymentIds]}::uuid[]) order by id for no key update
    )
    update payments p set needs_settling = true from changed where p.id = changed.id`.execute(tx)
}

interface Owner {
  readonly id: string
  /** The smallest amount that covers the order, in atoms of its rail. */
  readonly least: bigint
  readonly start: OrderStart
}

async function ownersOf(
  tx: Db,
  chain: ChainId,
  transfers: readonly FoundTransfer[],
): Promise<ReadonlyMap<string, Owner>> {
  const addresses = [...new Set(transfers.map((transfer) => transfer.address))]
  const rows = await tx
    .selectFrom('payments')
    .select(['id', 'payment_address', 'due_atoms', 'created_at', heightWhenMade(chain)])
    .where('wallet', '=', CHAIN_TABLE[chain].wallet)
    .where(sql<boolean>`payment_address = any(${addresses})`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.payment_address,
      {
        id: row.id,
        least: leastAccepted(atoms(row.due_atoms)),
        start: { createdAt: row.created_at, height: row.height_when_made },
      },
    ]),
  )
}

function heightWhenMade(chain: ChainId) {
  return sql<number | null>`(made_at_heights ->> ${chain})::integer`.as('height_when_made')
}

/** A row that was inserted or changed. */
interface ChangedTransfer {
  readonly payment_id: string
  readonly address: string
  readonly asset: Asset
  readonly evidence: FoundTransfer['evidence']
  readonly block_height: number | null
}

/**
 * Inserts and updates all transfers in one statement.
 *
 * First sight, computed once for each transaction and address: a further output of a transaction, and a log whose index
 * changed with a reorganisation, keep the time at which the transaction was first seen. So does a replacement of a
 * transaction that is still in the mempool and covered the order alone. A transaction that left the mempool has lost its
 * first sight: if it returns, it arrives anew.
 */
async function upsertTransfers(
  tx: Db,
  chain: ChainId,
  transfers: readonly StoredTransfer[],
  owners: ReadonlyMap<string, Owner>,
  { seenAt, unseenUntil }: FindingTime,
): Promise<readonly ChangedTransfer[]> {
  const { rows } = await sql<ChangedTransfer>`
    with spending as (
      select * from jsonb_to_recordset(${spendingOf(transfers)}::jsonb) as s(tx_hash text, inputs text[])
    ), given as (
      select g.*, coalesce(s.inputs, '{}') as inputs
      from jsonb_to_recordset(${rowsOf(chain, transfers, owners)}::jsonb) as g(tx_hash text, output_index int, address text,
        evidence text, payment_id uuid, asset text, atoms numeric, outputs int, least numeric, block_height int,
        block_hash text, block_at timestamptz, block_age text)
      left join spending s using (tx_hash)
    ), sights as (
      select a.tx_hash, a.address, a.asset, first.seen_at, first.unseen_until
      from (select distinct tx_hash, address, asset, least, inputs from given) a
      cross join lateral (
        select t.seen_at, t.unseen_until from transfers t
        where t.chain = ${chain} and t.address = a.address and t.asset = a.asset and t.evidence = 'output'
          and coalesce(t.lost_as, 'orphaned') = 'orphaned'
          and (t.tx_hash = a.tx_hash
            or (t.lost_at is null and t.inputs && a.inputs and a.least <= (
              select sum(o.atoms) from transfers o
              where o.chain = t.chain and o.tx_hash = t.tx_hash and o.address = t.address and o.asset = t.asset
                and o.lost_at is null)))
        order by t.seen_at limit 1
      ) first
    )
    insert into transfers (chain, tx_hash, output_index, address, evidence, payment_id, asset, atoms, outputs, inputs,
      seen_at, unseen_until, block_height, block_hash, block_at, block_age)
    select ${chain}, g.tx_hash, g.output_index, g.address, g.evidence, g.payment_id, g.asset, g.atoms, g.outputs, g.inputs,
      case when f.seen_at < ${seenAt}::timestamptz then f.seen_at else ${seenAt}::timestamptz end,
      case when f.seen_at < ${seenAt}::timestamptz then f.unseen_until else ${unseenUntil}::timestamptz end,
      g.block_height, g.block_hash, g.block_at, g.block_age
    from given g left join sights f using (tx_hash, address, asset)
    order by g.tx_hash, g.output_index, g.address
    on conflict (chain, tx_hash, output_index, address) do update set
      asset = excluded.asset,
      atoms = excluded.atoms,
      outputs = excluded.outputs,
      seen_at = case when transfers.lost_as in ('dropped', 'replaced') then excluded.seen_at else transfers.seen_at end,
      unseen_until = case when transfers.lost_as in ('dropped', 'replaced') then excluded.unseen_until
        else transfers.unseen_until end,
      block_height = coalesce(excluded.block_height, transfers.block_height),
      block_hash = coalesce(excluded.block_hash, transfers.block_hash),
      block_at = coalesce(excluded.block_at, transfers.block_at),
      block_age = case when excluded.block_hash is null then transfers.block_age else excluded.block_age end,
      late_rate_e8 = case when excluded.block_hash is not null then null else transfers.late_rate_e8 end,
      attestations = case when excluded.block_hash is not null then null else transfers.attestations end,
      lost_at = null, lost_as = null
    where transfers.lost_at is not null
      or (excluded.block_hash is not null and excluded.block_hash is distinct from transfers.block_hash)
      or excluded.outputs > transfers.outputs
    returning payment_id, address, asset, evidence, block_height`.execute(tx)
  return rows
}

function spendingOf(transfers: readonly StoredTransfer[]): string {
  const spent = new Map(transfers.map((one) => [one.txHash, one.inputs]))
  return JSON.stringify([...spent].map(([tx_hash, inputs]) => ({ tx_hash, inputs })))
}

function rowsOf(
  chain: ChainId,
  transfers: readonly StoredTransfer[],
  owners: ReadonlyMap<string, Owner>,
): string {
  const ageOf = ({ address, block }: StoredTransfer) => {
    const owner = owners.get(address)
    return owner === undefined ? undefined : blockAgeOf(block, chain, owner.start)
  }
  return JSON.stringify(
    transfers.map((one) => ({
      tx_hash: one.txHash,
      output_index: one.index,
      address: one.address,
      evidence: one.evidence,
      payment_id: owners.get(one.address)?.id,
      asset: one.asset,
      atoms: String(one.atoms),
      outputs: one.outputs,
      least: String(owners.get(one.address)?.least),
      block_height: one.block?.height,
      block_hash: one.block?.hash,
      block_at: one.block?.at,
      block_age: ageOf(one),
    })),
  )
}

/** Removes outputs that an earlier release stored one by one and that are in a sum now. */
async function dropSummedOutputs(tx: Db, chain: ChainId, rows: readonly StoredTransfer[]): Promise<void> {
  for (const sum of rows.filter((one) => one.outputs > 1)) {
    await tx
      .deleteFrom('transfers')
      .where('chain', '=', chain)
      .where('tx_hash', '=', sum.txHash)
      .where('address', '=', sum.address)
      .where('output_index', '>', sum.index)
      .execute()
  }
}

/** A balance read above a transfer that is found only now already included it, so the balance is read again, never added. */
async function dropReadBalances(tx: Db, chain: ChainId, changed: readonly ChangedTransfer[]): Promise<void> {
  const below = changed.filter(
    (one) => one.evidence === 'output' && one.block_height !== null && readsBalanceOf(chain, one.asset),
  )
  if (below.length === 0) return
  await sql`
    delete from transfers t
    using (
      select address, asset, min(block_height) as block_height
      from jsonb_to_recordset(${JSON.stringify(below)}::jsonb) as c(address text, asset text, block_height int)
      group by address, asset
    ) c
    where t.chain = ${chain} and t.address = c.address and t.asset = c.asset and t.evidence = 'balance'
      and t.block_height >= c.block_height`.execute(tx)
}
