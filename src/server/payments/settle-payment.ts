import type { DbDeps } from '#server/db/db-deps.ts'
import { isDeepStrictEqual } from 'node:util'
import { closeAlert, raiseAlert } from '#server/alerts/raise-alert.ts'
import type { Db } from '#server/db/database.ts'
import { extendHold, releaseHold } from '#server/keys/hold-keys.ts'
import { announce } from '#server/live/announce.ts'
import { atoms } from '#shared/money.ts'
import { nextStatus, type PaymentStatus, type StatusDecision } from '#shared/payment-status.ts'
import {
  loadEvidence,
  loadStoredEvidence,
  requiredConfirmations,
  type LoadedEvidence,
} from './load-evidence.ts'
import { lockOrder, lockOrders } from './lock-order.ts'
import { nextRelevantHeights } from './next-relevant-heights.ts'
import { recordEvents, type PaymentEvent } from './payment-event.ts'
import { railOfRecord, worthOf, type PaymentRecord } from './payment-record.ts'
import {
  exceedsSingleNodeLimit,
  isOnOneNode,
  readCentsOnOneNode,
  reportSingleNodeLimit,
} from './single-node-limit.ts'
import { depthOf, type PaymentPolicy } from './policy.ts'
import { mailNotice, noticeFor } from './buyer-notice.ts'
import { writeSettled, type SettledColumns } from './write-settled.ts'

export interface SettleDeps extends DbDeps {
  readonly policy: PaymentPolicy
  /** Whether an order without money may expire now. False while the chain has still to be polled. */
  readonly mayExpire?: (record: PaymentRecord) => boolean
}

/** The outcome of {@link settlePayment}. */
export interface SettleResult {
  readonly status: PaymentStatus
  /** The order is confirmed and its keys are not delivered yet. */
  readonly isDeliverable: boolean
}

/** An order that was just settled. */
export interface SettledOrder extends SettleResult {
  /** The row as it is now. */
  readonly record: PaymentRecord
}

/**
 * Computes an order's status from the evidence, the policy and the time, and writes it if it changed. Safe to call again,
 * from any worker, at any time: a row lock serializes the callers, and the same facts give the same status. Delivers no
 * keys; see `deliverOrder`.
 */
export async function settlePayment({ db, ...deps }: SettleDeps, id: string): Promise<SettleResult> {
  return db.transaction().execute((tx) => settleInTransaction(tx, deps, id))
}

/** Like {@link settlePayment}, but in the caller's transaction, for decisions that a person makes. */
export async function settleInTransaction(
  tx: Db,
  deps: Omit<SettleDeps, 'db'>,
  id: string,
): Promise<SettleResult> {
  const record = await lockOrder(tx, id)
  if (record === null) throw new Error(`expected the order ${id}, there is none`)
  const loaded = await loadEvidence(tx, record, deps.policy)
  const [settled] = await writeDecisions(tx, deps, [{ record, loaded }])
  if (settled === undefined) throw new Error(`the order ${id} was not settled`)
  return { status: settled.status, isDeliverable: settled.isDeliverable }
}

/**
 * Settles several orders like {@link settlePayment}, in the caller's transaction and with as many statements as one takes.
 * Orders whose evidence is not all stored are left out, see {@link loadStoredEvidence}.
 */
export async function settleTogether(
  tx: Db,
  deps: Omit<SettleDeps, 'db'>,
  ids: readonly string[],
): Promise<readonly SettledOrder[]> {
  const records = await lockOrders(tx, ids)
  const evidence = await loadStoredEvidence(tx, records, deps.policy)
  const orders = records.flatMap((record) => {
    const loaded = evidence.get(record.id)
    return loaded === undefined ? [] : [{ record, loaded }]
  })
  return writeDecisions(tx, deps, orders)
}

/** An order as it was locked, with its evidence. */
interface LockedOrder {
  readonly record: PaymentRecord
  readonly loaded: LoadedEvidence
}

type Decision = StatusDecision & { readonly isOverLimit: boolean }

async function writeDecisions(
  tx: Db,
  { clock, policy, mayExpire }: Omit<SettleDeps, 'db'>,
  orders: readonly LockedOrder[],
): Promise<readonly SettledOrder[]> {
  const now = clock()
  const isOverSingleNodeLimit = singleNodeLimitOf(tx, policy, now)
  const decided: DecidedOrder[] = []
  for (const { record, loaded } of orders) {
    const unlimited = decideStatus(record, loaded, now, mayExpire)
    const isOverLimit = await isOverSingleNodeLimit(record, unlimited)
    const evidence = { ...loaded.evidence, isOverLimit }
    const decision = {
      ...(isOverLimit ? decideStatus(record, { ...loaded, evidence }, now, mayExpire) : unlimited),
      isOverLimit,
    }
    const values = valuesOf(record, decision, loaded, policy, now)
    decided.push({
      record,
      loaded,
      decision,
      settled: { ...record, ...values },
      isChanged: !isSame(record, values),
    })
  }
  for (const { settled, decision, loaded, record } of decided)
    await mailNotice(tx, settled, noticeFor(record, decision, loaded.evidence))
  const changed = decided.filter(({ isChanged }) => isChanged)
  await writeSettled(
    tx,
    changed.map(({ settled }) => settled),
  )
  await recordEvents(
    tx,
    changed.flatMap((one) => statusEventOf(one, now)),
  )
  for (const one of changed) await reportChange(tx, one, policy, now)
  return decided.map(({ record, decision, settled }) => ({
    record: settled,
    status: decision.status,
    isDeliverable: decision.status === 'confirmed' && record.delivered_at === null,
  }))
}

/** @returns whether an order would be confirmed if the limit for a single node were not reached. */
function singleNodeLimitOf(tx: Db, policy: PaymentPolicy, now: Date) {
  let spent: bigint | null = null
  return async (record: PaymentRecord, { status, isAgreed }: StatusDecision): Promise<boolean> => {
    if (status !== 'confirmed' || record.delivered_at !== null) return false
    if (!isOnOneNode({ ...record, attested_at: isAgreed ? now : null })) return false
    spent ??= await readCentsOnOneNode(tx, now)
    return exceedsSingleNodeLimit(spent, [record], policy)
  }
}

/** Applies `nextStatus` to an order and its evidence; writes nothing. */
export function decideStatus(
  record: PaymentRecord,
  { evidence }: LoadedEvidence,
  now: Date,
  mayExpire?: SettleDeps['mayExpire'],
): StatusDecision {
  const isHeldOpen = mayExpire !== undefined && !mayExpire(record)
  return nextStatus(
    {
      due: atoms(record.due_atoms),
      worth: worthOf(record),
      expiresAt: record.expires_at,
      deliveredAt: record.delivered_at,
      isAwaitingKeys: record.awaiting_keys_since !== null,
      isAwaitingRelease: record.awaiting_release_since !== null,
      isRefunded: record.refunded_at !== null,
      isErased: record.erased_at !== null,
      isWithdrawn: record.withdrawn_at !== null,
      accepted: record.accepted_transfers,
    },
    isHeldOpen ? { ...evidence, watchedUntil: new Date(0) } : evidence,
    now,
  )
}

function valuesOf(
  record: PaymentRecord,
  decision: Decision,
  loaded: LoadedEvidence,
  policy: PaymentPolicy,
  now: Date,
): SettledColumns {
  const rail = railOfRecord(record)
  const completing = decision.completedBy === null ? undefined : loaded.transfers.get(decision.completedBy)
  return {
    status: decision.status,
    flags: [...decision.flags],
    received_atoms: decision.received,
    blockchain_confirmations: decision.confirmations,
    counted_at_head: loaded.view?.headHeight ?? null,
    ...nextRelevantHeights(record, loaded, depthOf(policy, rail, worthOf(record)), decision),
    attested_at: decision.isAgreed ? (record.attested_at ?? now) : null,
    unagreed_since: decision.awaitsAgreement ? (record.unagreed_since ?? now) : null,
    limited_since: decision.isOverLimit ? (record.limited_since ?? now) : null,
    required_confirmations:
      decision.status === 'pending' || decision.status === 'expired'
        ? record.required_confirmations
        : requiredConfirmations(depthOf(policy, rail, worthOf(record)), rail, loaded.view),
    transaction_hash: completing?.evidence === 'output' ? completing.tx_hash : null,
    confirmed_at: confirmedAt(record, decision.status, now),
    is_final: loaded.isAllFinal && decision.status !== 'detected',
    needs_settling: isForeignAssetPending(decision, loaded),
  }
}

/** A decision about an order, and the row that it makes. */
interface DecidedOrder extends LockedOrder {
  readonly decision: Decision
  readonly settled: PaymentRecord
  readonly isChanged: boolean
}

/** An order's new status, or its new flags, for its timeline. */
function statusEventOf({ record, settled }: DecidedOrder, at: Date): readonly PaymentEvent[] {
  const { id: paymentId, status: from } = record
  const { status: to, flags } = settled
  const isSameStatus = from === to && String(record.flags) === String(flags)
  return isSameStatus ? [] : [{ paymentId, at, kind: 'status', facts: { from, to, flags } }]
}

async function reportChange(
  tx: Db,
  { record, decision }: DecidedOrder,
  policy: PaymentPolicy,
  now: Date,
): Promise<void> {
  if (record.status !== decision.status) await updateHold(tx, record, decision.status, now)
  await reportToStaff(tx, record, decision, now)
  if ((record.limited_since !== null) !== decision.isOverLimit) await reportSingleNodeLimit(tx, policy, now)
  await announce(tx, `payment:${record.id}`)
}

/** Tells staff why an order waits for their decision, where its nodes may be the reason, until it waits no more. */
async function reportToStaff(
  tx: Db,
  record: PaymentRecord,
  { status, flags, awaitsAgreement }: StatusDecision,
  now: Date,
): Promise<void> {
  const reasons = [
    { kind: 'nodes-not-agreed', isGiven: awaitsAgreement },
    { kind: 'payment-predates-order', isGiven: flags.includes('predates_order') },
  ] as const
  for (const { kind, isGiven } of reasons) {
    if (status === 'review' && isGiven) await raiseAlert(tx, { kind, subject: record.id, facts: {}, at: now })
    else if (record.status === 'review') await closeAlert(tx, { kind, subject: record.id }, now)
  }
}

/**
 * An order without counting money is not settled by new blocks, so keep it due until its foreign asset can be reviewed.
 */
function isForeignAssetPending({ status }: StatusDecision, { evidence }: LoadedEvidence): boolean {
  if (status !== 'pending' && status !== 'expired') return false
  return evidence.sightings.some((one) => one.kind !== 'rail' && !one.isSettled && !one.isDust)
}

function isSame(record: PaymentRecord, values: Partial<PaymentRecord>): boolean {
  return Object.entries(values).every(([name, value]) =>
    isDeepStrictEqual(record[name as keyof PaymentRecord], value),
  )
}

/** After delivery the first confirmation time is kept; before delivery it is cleared when the order loses its money. */
function confirmedAt(record: PaymentRecord, status: PaymentStatus, now: Date): Date | null {
  if (status === 'confirmed' || record.delivered_at !== null) return record.confirmed_at ?? now
  return status === 'refunded' ? record.confirmed_at : null
}

async function updateHold(tx: Db, record: PaymentRecord, status: PaymentStatus, now: Date): Promise<void> {
  const { id: paymentId, edition, quantity, reserves_keys: reservesKeys } = record
  if (status === 'partial' || status === 'detected' || status === 'confirmed') {
    if (record.delivered_at === null)
      await extendHold(tx, { paymentId, edition, quantity, reservesKeys }, now)
  } else if (status !== 'pending') await releaseHold(tx, paymentId)
}
