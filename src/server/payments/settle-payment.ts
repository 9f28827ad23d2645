import { isDeepStrictEqual } from 'node:util'
import { closeAlert, raiseAlert } from '#server/alerts/raise-alert.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { sendLater } from '#server/db/together.ts'
import { extendHold, releaseHold } from '#server/keys/hold-keys.ts'
import { announce } from '#server/live/announce.ts'
import { atoms, cents } from '#shared/money.ts'
import { nextStatus, type PaymentStatus, type StatusDecision } from '#shared/payment-status.ts'
import { loadEvidence, requiredConfirmations, type LoadedEvidence } from './load-evidence.ts'
import { nextRelevantHeights } from './next-relevant-heights.ts'
import { recordEvent } from './payment-event.ts'
import { railOfRecord, type PaymentRecord } from './payment-record.ts'
import { exceedsSingleNodeLimit, isOnOneNode, reportSingleNodeLimit } from './single-node-limit.ts'
import { depthOf, type PaymentPolicy } from './policy.ts'
import { mailNotice, noticeFor } from './buyer-notice.ts'

export interface SettleDeps {
  readonly db: Db
  readonly clock: Clock
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
  { clock, policy, mayExpire }: Omit<SettleDeps, 'db'>,
  id: string,
): Promise<SettleResult> {
  const record = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const now = clock()
  const loaded = await loadEvidence(tx, record, policy)
  const unlimited = decideStatus(record, loaded, now, mayExpire)
  const isOverLimit = await isOverSingleNodeLimit(tx, record, unlimited, policy, now)
  const evidence = { ...loaded.evidence, isOverLimit }
  const decision = isOverLimit ? decideStatus(record, { ...loaded, evidence }, now, mayExpire) : unlimited
  await writeDecision(tx, record, { ...decision, isOverLimit }, loaded, policy, now)
  const isDeliverable = decision.status === 'confirmed' && record.delivered_at === null
  return { status: decision.status, isDeliverable }
}

/** Whether an order would be confirmed if the limit for a single node were not reached. */
async function isOverSingleNodeLimit(
  tx: Db,
  record: PaymentRecord,
  { status, isAgreed }: StatusDecision,
  policy: PaymentPolicy,
  now: Date,
): Promise<boolean> {
  if (status !== 'confirmed' || record.delivered_at !== null) return false
  if (!isOnOneNode({ ...record, attested_at: isAgreed ? now : null })) return false
  return exceedsSingleNodeLimit(tx, record, policy, now)
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
      price: cents(record.price_usd_cents),
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

async function writeDecision(
  tx: Db,
  record: PaymentRecord,
  decision: StatusDecision & { readonly isOverLimit: boolean },
  loaded: LoadedEvidence,
  policy: PaymentPolicy,
  now: Date,
): Promise<void> {
  const rail = railOfRecord(record)
  const completing = decision.completedBy === null ? undefined : loaded.transfers.get(decision.completedBy)
  const values = {
    status: decision.status,
    flags: [...decision.flags],
    received_atoms: decision.received,
    blockchain_confirmations: decision.confirmations,
    counted_at_head: loaded.view?.headHeight ?? null,
    ...nextRelevantHeights(record, loaded, depthOf(policy, rail, record.price_usd_cents), decision),
    attested_at: decision.isAgreed ? (record.attested_at ?? now) : null,
    unagreed_since: decision.awaitsAgreement ? (record.unagreed_since ?? now) : null,
    limited_since: decision.isOverLimit ? (record.limited_since ?? now) : null,
    required_confirmations:
      decision.status === 'pending' || decision.status === 'expired'
        ? record.required_confirmations
        : requiredConfirmations(depthOf(policy, rail, record.price_usd_cents), rail, loaded.view),
    transaction_hash: completing?.evidence === 'output' ? completing.tx_hash : null,
    confirmed_at: confirmedAt(record, decision.status, now),
    is_final: loaded.isAllFinal && decision.status !== 'detected',
    needs_settling: isForeignAssetPending(decision, loaded),
  }
  await mailNotice(tx, { ...record, ...values }, noticeFor(record, decision, loaded.evidence))
  if (isSame(record, values)) return
  await sendLater(tx, tx.updateTable('payments').set(values).where('id', '=', record.id).compile())
  if (record.status !== decision.status) await updateHold(tx, record, decision.status, now)
  if (record.status !== values.status || String(record.flags) !== String(values.flags)) {
    await recordEvent(tx, record.id, now, 'status', {
      from: record.status,
      to: values.status,
      flags: values.flags,
    })
  }
  await reportToStaff(tx, record, decision, now)
  if ((record.limited_since !== null) !== decision.isOverLimit) await reportSingleNodeLimit(tx, now)
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
    if (status === 'review' && isGiven) await raiseAlert(tx, { kind, subject: record.id, at: now })
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
