import { sql, type Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { together } from '#server/db/together.ts'
import type { Cursors, Transfers } from '#server/db/schema.ts'
import { atoms, type Atoms, type Rate } from '#shared/money.ts'
import { dustBelow } from '#shared/payment-status.ts'
import { lateByMs } from '#shared/arrival.ts'
import type { Evidence, Loss, Sighting } from '#shared/evidence.ts'
import { type Asset, dustOf, isSweepGas } from '#shared/assets.ts'
import { CHAIN_TABLE, CHAINS, type ChainId } from '#shared/chains.ts'
import type { Depth, Rail } from '#shared/rails.ts'
import { hasAgreement, isDenied } from './has-agreement.ts'
import { currencyOf, railOfRecord, worthOf, type PaymentRecord } from './payment-record.ts'
import { asksEveryNode, depthOf, needsQuorum, type PaymentPolicy } from './policy.ts'

type TransferRecord = Selectable<Transfers>

/** How far a chain has been read. */
export interface ChainView {
  readonly headHeight: number
  readonly finalizedHeight: number
  readonly watchedUntil: Date
}

/** Everything the database holds about an order's address, in the form `nextStatus` takes. */
export interface LoadedEvidence {
  readonly evidence: Evidence
  /** By {@link Sighting.id}. */
  readonly transfers: ReadonlyMap<string, TransferRecord>
  readonly view: ChainView | null
  /** Whether there is at least one transfer and all of them are below their chain's finalized height. */
  readonly isAllFinal: boolean
}

/** Loads an order's evidence. A late transfer is valued at the rate of its own time, which is asked for once and stored. */
export async function loadEvidence(
  db: Db,
  record: PaymentRecord,
  policy: PaymentPolicy,
): Promise<LoadedEvidence> {
  const { transfers, views } = await readTransfers(db, [record])
  const rates = new Map<TransferRecord, Rate | null>()
  for (const row of lateTransfers(record, transfers))
    rates.set(row, await lateRateOf(db, row, record, policy))
  return evidenceOf(record, transfers, views, policy, (row) => rates.get(row) ?? null)
}

/**
 * Loads the evidence of several orders at once, by order id. It has none of an order with a late transfer whose rate is not
 * stored yet: such a rate may have to be asked for outside.
 */
export async function loadStoredEvidence(
  db: Db,
  records: readonly PaymentRecord[],
  policy: PaymentPolicy,
): Promise<ReadonlyMap<string, LoadedEvidence>> {
  const { transfers, views } = await readTransfers(db, records)
  const byOrder = Map.groupBy(transfers, (row) => row.payment_id)
  const loaded = new Map<string, LoadedEvidence>()
  for (const record of records) {
    const own = byOrder.get(record.id) ?? []
    if (lateTransfers(record, own).some((row) => row.late_rate_e8 === null)) continue
    const evidence = evidenceOf(record, own, views, policy, (row) => row.late_rate_e8 as Rate | null)
    loaded.set(record.id, evidence)
  }
  return loaded
}

async function readTransfers(db: Db, records: readonly PaymentRecord[]) {
  const ids = records.map(({ id }) => id)
  const [{ rows }, cursors] = await together(
    db,
    sql<TransferRecord>`select * from transfers where payment_id = any(${ids}::uuid[])`.compile(db),
    cursorsOf(db).compile(),
  )
  // what an earlier owner of the address received is no evidence about this order
  const transfers = rows.filter((row) => row.block_age !== 'older')
  return { transfers, views: toViews(cursors.rows) }
}

const lateTransfers = (record: PaymentRecord, rows: readonly TransferRecord[]) =>
  rows.filter((row) => row.lost_at === null && isLate(row, record))

/** @param lateRate the rate of a late transfer's own time. */
function evidenceOf(
  record: PaymentRecord,
  rows: readonly TransferRecord[],
  views: ReadonlyMap<ChainId, ChainView>,
  policy: PaymentPolicy,
  lateRate: (row: TransferRecord) => Rate | null,
): LoadedEvidence {
  const live = rows.filter((row) => row.lost_at === null)
  const sightings = live.map((row) =>
    toSighting(row, record, policy, views, isLate(row, record) ? lateRate(row) : null),
  )
  const view = views.get(railOfRecord(record).chain) ?? null
  return {
    evidence: {
      sightings,
      losses: lossesOf(rows, live),
      watchedUntil: view?.watchedUntil ?? new Date(0),
      disagreeSince: record.disagree_since,
      unagreedSince: record.unagreed_since,
      isOverLimit: false,
    },
    transfers: new Map(live.map((row) => [transferIdOf(row), row])),
    view,
    isAllFinal: live.length > 0 && live.every((row) => isBelowFinality(row, views)),
  }
}

function isBelowFinality(row: TransferRecord, views: ReadonlyMap<ChainId, ChainView>): boolean {
  return row.block_height !== null && row.block_height <= (views.get(chainOf(row))?.finalizedHeight ?? -1)
}

/** The id of a transfer in decisions: chain, transaction hash and output index. */
export function transferIdOf(row: Pick<TransferRecord, 'chain' | 'tx_hash' | 'output_index'>): string {
  return `${row.chain}:${row.tx_hash}:${String(row.output_index)}`
}

const cursorsOf = (db: Db) =>
  db.selectFrom('cursors').select(['chain', 'head_height', 'finalized_height', 'watched_until'])

function toViews(
  rows: readonly Pick<Selectable<Cursors>, 'chain' | 'head_height' | 'finalized_height' | 'watched_until'>[],
): ReadonlyMap<ChainId, ChainView> {
  return new Map(
    rows.map((row) => [
      chainOf(row),
      {
        headHeight: row.head_height,
        finalizedHeight: row.finalized_height,
        // PostgreSQL's -infinity is parsed as a number: the chain has not been watched yet
        watchedUntil: row.watched_until instanceof Date ? row.watched_until : new Date(0),
      },
    ]),
  )
}

function chainOf(row: { readonly chain: string }): ChainId {
  const chain = CHAINS.find((one) => one === row.chain)
  if (chain === undefined)
    throw new Error(`expected a known chain in a stored transfer or cursor, got ${row.chain}`)
  return chain
}

function toSighting(
  row: TransferRecord,
  record: PaymentRecord,
  policy: PaymentPolicy,
  views: ReadonlyMap<ChainId, ChainView>,
  lateRate: Rate | null,
): Sighting {
  const rail = railOfRecord(record)
  const depth = depthOf(policy, rail, worthOf(record))
  const chain = chainOf(row)
  const view = views.get(chain)
  const kind = kindOf(row, record)
  const confirmations =
    row.block_height === null || view === undefined ? 0 : Math.max(0, view.headHeight - row.block_height + 1)
  const isFinal = row.block_height !== null && view !== undefined && row.block_height <= view.finalizedHeight
  // a foreign asset has no depth rule of its own: it needs the same number of blocks, or its chain's finality
  const isSettled = depth === 'finalized' ? isFinal : confirmations >= depth
  return {
    id: transferIdOf(row),
    kind,
    atoms: atoms(row.atoms),
    seenAt: row.seen_at,
    unseenUntil: row.unseen_until,
    blockAt: row.block_at,
    confirmations,
    isSettled,
    isAttested: isAttested(row, record, policy),
    isAgreed: hasAgreement(row.attestations),
    lateAtoms: lateRate === null ? null : valueAtLateRate(atoms(row.atoms), lateRate, record.rate_e8),
    isDust: kind !== 'rail' && row.atoms < dustLimitOf(row, record),
    isSweepGas: kind === 'wrong_token' && isSweepGas(chain, row.asset as Asset, row.atoms),
  }
}

function dustLimitOf(row: TransferRecord, record: PaymentRecord): bigint {
  const rail = railOfRecord(record)
  const isOfRail = row.chain === rail.chain && row.asset === rail.asset
  return isOfRail
    ? dustBelow(atoms(record.due_atoms), worthOf(record))
    : dustOf(chainOf(row), row.asset as Asset)
}

function kindOf(row: TransferRecord, record: PaymentRecord): Sighting['kind'] {
  const rail = railOfRecord(record)
  if (row.block_age === 'doubtful') return 'predates_order'
  if (row.chain !== rail.chain) return 'wrong_network'
  return row.asset === rail.asset ? 'rail' : 'wrong_token'
}

/**
 * Whether the nodes said enough about a transfer. Where two are configured both were asked and none contradicts; from the
 * quorum value on two agree. Nothing is asked about a delivered order, nor about a transfer that is in no block.
 */
function isAttested(row: TransferRecord, record: PaymentRecord, policy: PaymentPolicy): boolean {
  const rail = railOfRecord(record)
  if (record.delivered_at !== null || !asksEveryNode(policy, rail.chain)) return true
  if (needsQuorum(policy, rail, worthOf(record))) return hasAgreement(row.attestations)
  return row.block_height === null || (row.attestations !== null && !isDenied(row.attestations))
}

function isLate(row: TransferRecord, record: PaymentRecord): boolean {
  const facts = { seenAt: row.seen_at, unseenUntil: row.unseen_until, blockAt: row.block_at }
  return lateByMs(facts, record.expires_at) > 0
}

/** Uses the lower of the quoted rate and the late rate, so that late payment never gives the buyer an advantage. */
function valueAtLateRate(amount: Atoms, rate: Rate, quotedRate: bigint): Atoms {
  return rate >= quotedRate ? amount : atoms((amount * rate) / quotedRate)
}

async function lateRateOf(
  db: Db,
  row: TransferRecord,
  record: PaymentRecord,
  policy: PaymentPolicy,
): Promise<Rate | null> {
  if (row.late_rate_e8 !== null) return row.late_rate_e8 as Rate
  const rate = await policy.rates.near(
    railOfRecord(record).symbol,
    row.block_at ?? row.seen_at,
    currencyOf(record),
  )
  if (rate !== null && row.block_at !== null) {
    await db
      .updateTable('transfers')
      .set({ late_rate_e8: rate })
      .where('chain', '=', row.chain)
      .where('tx_hash', '=', row.tx_hash)
      .where('output_index', '=', row.output_index)
      .where('address', '=', row.address)
      .execute()
  }
  return rate
}

/** A lost transfer is not a loss if its transaction, or a replacement that pays the same address, is visible now. */
function lossesOf(rows: readonly TransferRecord[], live: readonly TransferRecord[]): readonly Loss[] {
  const visible = new Set(live.flatMap((row) => namesOf(row)))
  const isReplaced = (lost: TransferRecord) => namesOf(lost).some((name) => visible.has(name))
  return rows.flatMap((row) =>
    row.lost_as === null || isReplaced(row) ? [] : [{ kind: row.lost_as as Loss['kind'] }],
  )
}

/** The transaction and what it spends; a replacement of it has one of these names too. */
function namesOf({ chain, tx_hash, inputs }: TransferRecord): readonly string[] {
  return [tx_hash, ...inputs].map((name) => `${chain} ${name}`)
}

/**
 * The number of confirmations an order needs, as shown to people. For `finalized` it depends on how far the chain has
 * finalized.
 */
export function requiredConfirmations(depth: Depth, rail: Rail, view: ChainView | null): number {
  if (depth !== 'finalized') return depth
  const shown = CHAIN_TABLE[rail.chain].finality.shownDepth
  return view === null ? shown : Math.max(shown, view.headHeight - view.finalizedHeight + 1)
}
