import { lateByMs } from './arrival.ts'
import type { Atoms, UsdCents } from './money.ts'
import {
  DISAGREEMENT_S,
  DUST_BASIS_POINTS,
  DUST_CENTS,
  MONITORING_S,
  TOLERANCE_BASIS_POINTS,
  TOP_UP_S,
} from './constants.ts'
import type { Evidence, Sighting } from './evidence.ts'
import { divideUp } from './money.ts'

/** The statuses of an order, as they appear on the wire. */
export const PAYMENT_STATUSES = [
  'pending',
  'partial',
  'detected',
  'confirmed',
  'expired',
  'review',
  'invalid',
  'refunded',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

/** Facts about an order beside its status, in the order they are listed. */
export const PAYMENT_FLAGS = [
  'underpaid',
  'overpaid',
  'late',
  'wrong_network',
  'wrong_token',
  'predates_order',
  'double_spend',
  'reorged',
  'nodes_disagree',
  'manual',
  'awaiting_keys',
  'keys_on_release',
] as const
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number]

/** The order that the decision is about. */
export interface StatusPayment {
  /** The amount due, at the quote. */
  readonly due: Atoms
  /** What the order is worth to limits. */
  readonly worth: UsdCents
  /** The end of the payment window. */
  readonly expiresAt: Date
  /** When the keys were delivered; null before. */
  readonly deliveredAt: Date | null
  /** Whether delivery failed because the stock was too small. */
  readonly isAwaitingKeys: boolean
  /** Whether the keys of its edition were held until release when it was to be delivered. */
  readonly isAwaitingRelease: boolean
  /** Whether the order is fully refunded, which ends it. */
  readonly isRefunded: boolean
  /** Whether the buyer's data are erased, so that no mail can be sent. */
  readonly isErased: boolean
  /** Whether the buyer has withdrawn from the contract before the order was confirmed. */
  readonly isWithdrawn: boolean
  /** The transfers that staff accepted as payment, by {@link Sighting.id}; null if none were. */
  readonly accepted: readonly string[] | null
}

/** The result of {@link nextStatus}. */
export interface StatusDecision {
  readonly status: PaymentStatus
  readonly flags: readonly PaymentFlag[]
  /** The amount that counts towards the order, in atoms at the quote. */
  readonly received: Atoms
  /** The lowest number of confirmations among the transfers the order needs; 0 if something is missing. */
  readonly confirmations: number
  /** The transfer that completed the order; null while short. */
  readonly completedBy: string | null
  /** The transfers that {@link StatusDecision.received} is the sum of, settled or not. */
  readonly counted: readonly Credit[]
  /** Whether only the nodes' agreement is missing: the order is covered, and its transfers are deep enough. */
  readonly awaitsAgreement: boolean
  /** Whether two nodes agree about every transfer that the order relies on. */
  readonly isAgreed: boolean
}

/** The smallest amount that counts as paid: the amount due minus the tolerance for exchange fees. */
export function leastAccepted(due: Atoms): Atoms {
  return (due - (due * TOLERANCE_BASIS_POINTS) / 10_000n) as Atoms
}

/** A transfer below this amount never changes a status alone: 0.5 % of the amount due or ten cents if that is more. */
export function dustBelow(due: Atoms, worth: UsdCents): Atoms {
  const share = divideUp(due * DUST_BASIS_POINTS, 10_000n)
  const tenCents = worth > 0 ? divideUp(due * DUST_CENTS, BigInt(worth)) : 0n
  return (share > tenCents ? share : tenCents) as Atoms
}

/** A transfer of the order's own rail, with what it is worth to the order. */
export interface Credit {
  readonly sighting: Sighting
  /** From {@link lateByMs}: 0 or less if in time. */
  readonly lateMs: number
  /** The value that counts, in atoms at the quote. */
  readonly atoms: bigint
  readonly isDust: boolean
}

/** The transfers that a decision is based on. */
interface Basis {
  readonly credits: readonly Credit[]
  readonly counted: readonly Credit[]
  /** The transfers that cover the order; null if they do not. */
  readonly needed: readonly Credit[] | null
  /** The accepted transfers; null if none were accepted, or if one of them is no longer on the chain. */
  readonly accepted: readonly Sighting[] | null
}

/**
 * Computes an order's status and flags from the order, the evidence and the time only. The same facts always give the same
 * result, so a status may go back if a reorganisation removes money.
 * What every event does in every status is in payment-status-table.ts, and drawn in docs/payment-status.md.
 *
 * @param now the server's clock.
 */
export function nextStatus(payment: StatusPayment, evidence: Evidence, now: Date): StatusDecision {
  const credits = creditsOf(payment, evidence)
  const counted = countedCredits(payment, credits)
  const needed = neededCredits(counted, leastAccepted(payment.due))
  const accepted = acceptedSightings(payment, evidence)
  const basis: Basis = { credits, counted, needed, accepted }
  const reliedOn = accepted ?? needed?.map((one) => one.sighting) ?? []
  return {
    status: statusOf(payment, evidence, basis, now),
    flags: flagsOf(payment, evidence, basis),
    received: sum(counted) as Atoms,
    confirmations: reliedOn.length === 0 ? 0 : Math.min(...reliedOn.map((one) => one.confirmations)),
    completedBy: reliedOn.at(-1)?.id ?? null,
    counted,
    awaitsAgreement: awaitsAgreement(payment, basis),
    isAgreed: reliedOn.length > 0 && reliedOn.every((one) => one.isAgreed),
  }
}

/** The rail's own money, oldest first, with dust last, so that dust is used only if necessary. */
function creditsOf(payment: StatusPayment, evidence: Evidence): readonly Credit[] {
  const dust = dustBelow(payment.due, payment.worth)
  return evidence.sightings
    .filter((sighting) => sighting.kind === 'rail')
    .map((sighting) => {
      const lateMs = lateByMs(sighting, payment.expiresAt)
      const counts = lateMs > 0 ? (sighting.lateAtoms ?? 0n) : sighting.atoms
      return { sighting, lateMs, atoms: counts, isDust: sighting.atoms < dust }
    })
    .sort(
      (a, b) =>
        Number(a.isDust) - Number(b.isDust) ||
        Number(isLate(a)) - Number(isLate(b)) ||
        byAge(a.sighting, b.sighting),
    )
}

function byAge(a: Sighting, b: Sighting): number {
  return (
    b.confirmations - a.confirmations || a.seenAt.getTime() - b.seenAt.getTime() || (a.id < b.id ? -1 : 1)
  )
}

const isLate = (one: Credit) => one.lateMs > 0
const isTooLate = (one: Credit) => one.lateMs > TOP_UP_S * 1000
const isDeepEnough = (one: Credit) => one.sighting.isSettled
const isVerified = (one: Credit) => isDeepEnough(one) && one.sighting.isAttested

/** Dust counts together with other money; dust alone counts only if it covers the order. */
function countedCredits(payment: StatusPayment, credits: readonly Credit[]): readonly Credit[] {
  const hasSubstance = credits.some((one) => !one.isDust)
  return hasSubstance || sum(credits) >= leastAccepted(payment.due) ? credits : []
}

/** The first pool that covers an order is used, so that further transfers make an order neither late nor unsettled. */
const POOLS: readonly ((one: Credit) => boolean)[] = [
  (one) => !isLate(one) && isVerified(one),
  (one) => !isTooLate(one) && isVerified(one),
  (one) => !isLate(one),
  (one) => !isTooLate(one),
  () => true,
]

/**
 * The transfers an order needs, oldest first, so that an additional late transfer does not make it late and a new
 * overpayment does not lower its confirmations. Null if they do not cover it.
 */
function neededCredits(counted: readonly Credit[], least: bigint): readonly Credit[] | null {
  const pools = POOLS.map((belongs) => counted.filter((one) => one.atoms > 0n && belongs(one)))
  const pool = pools.find((one) => sum(one) >= least)
  if (pool === undefined) return null
  const needed: Credit[] = []
  for (const one of pool) if (sum(needed) < least) needed.push(one)
  return needed
}

/**
 * The transfers that staff accepted, as long as all of them are on the chain. After delivery an empty list writes off a
 * loss; before delivery an empty list is invalid.
 */
function acceptedSightings(payment: StatusPayment, evidence: Evidence): readonly Sighting[] | null {
  if (payment.accepted === null) return null
  if (payment.accepted.length === 0 && payment.deliveredAt === null) return null
  const ids = new Set(payment.accepted)
  const present = evidence.sightings.filter((one) => one.isSettled && ids.has(one.id))
  return present.length === ids.size ? present.sort(byAge) : null
}

function statusOf(payment: StatusPayment, evidence: Evidence, basis: Basis, now: Date): PaymentStatus {
  const { counted, needed, accepted } = basis
  if (payment.isRefunded) return 'refunded'
  if (accepted !== null) return 'confirmed'
  if (needed !== null) {
    const status = statusOfCovered(evidence, counted, needed, now)
    if (payment.deliveredAt !== null) return status === 'invalid' ? 'review' : status
    // money found after the buyer's data were erased needs a decision of the staff, even if it arrived in time; money of
    // an order that the buyer has withdrawn from goes back
    return (payment.isErased || payment.isWithdrawn) && status === 'confirmed' ? 'review' : status
  }
  if (payment.deliveredAt !== null || hasSettledForeignMoney(evidence)) return 'review'
  return statusOfShort(payment, evidence, counted, now)
}

function statusOfCovered(
  evidence: Evidence,
  counted: readonly Credit[],
  needed: readonly Credit[],
  now: Date,
): PaymentStatus {
  if (needed.some(isTooLate)) return 'review'
  if (needed.some((one) => isStuck(one, now)))
    return counted.some(hasArrived) || hasSettledForeignMoney(evidence) ? 'review' : 'invalid'
  if (needed.every(isVerified)) {
    const isHeldBack = evidence.isOverLimit && !needed.every((one) => one.sighting.isAgreed)
    return isHeldBack ? 'detected' : 'confirmed'
  }
  const isOverdue = [evidence.disagreeSince, evidence.unagreedSince].some(
    (since) => since !== null && now.getTime() - since.getTime() > DISAGREEMENT_S * 1000,
  )
  return isOverdue && needed.every(isDeepEnough) ? 'review' : 'detected'
}

function awaitsAgreement({ deliveredAt, isRefunded }: StatusPayment, { needed, accepted }: Basis): boolean {
  if (needed === null || accepted !== null || deliveredAt !== null || isRefunded) return false
  return needed.every(isDeepEnough) && !needed.every(isVerified)
}

function statusOfShort(
  payment: StatusPayment,
  evidence: Evidence,
  counted: readonly Credit[],
  now: Date,
): PaymentStatus {
  const overMs = now.getTime() - payment.expiresAt.getTime()
  if (counted.length === 0) {
    const isOver = overMs > 0 && evidence.watchedUntil > payment.expiresAt
    return isOver || payment.isWithdrawn ? 'expired' : 'pending'
  }
  const substance = counted.filter((one) => !one.isDust)
  if (substance.every((one) => isStuck(one, now))) return 'invalid'
  const isUnpriced = (one: Credit) => isLate(one) && one.sighting.lateAtoms === null && isDeepEnough(one)
  const isOver = overMs > TOP_UP_S * 1000 || payment.isWithdrawn
  return substance.some(isUnpriced) || isOver ? 'review' : 'partial'
}

/** Whether it was seen, but not confirmed within the monitoring time. */
function isStuck({ sighting }: Credit, now: Date): boolean {
  return sighting.blockAt === null && now.getTime() - sighting.seenAt.getTime() > MONITORING_S * 1000
}

function hasArrived(one: Credit): boolean {
  return !one.isDust && one.sighting.blockAt !== null
}

function hasSettledForeignMoney(evidence: Evidence): boolean {
  return evidence.sightings.some((s) => s.kind !== 'rail' && s.isSettled && !s.isDust)
}

function flagsOf(
  payment: StatusPayment,
  evidence: Evidence,
  { credits, needed, accepted }: Basis,
): readonly PaymentFlag[] {
  const substance = credits.filter((one) => !one.isDust)
  const isShort = needed === null && accepted === null
  const foreign = evidence.sightings.filter(
    (s) => s.kind !== 'rail' && !s.isDust && (isShort || !isGasForSweep(payment, s)),
  )
  const raised: Readonly<Record<PaymentFlag, boolean>> = {
    underpaid: isShort && sum(substance) > 0n,
    overpaid: sum(substance) > payment.due,
    late: (needed ?? substance).some(isLate),
    wrong_network: foreign.some((s) => s.kind === 'wrong_network'),
    wrong_token: foreign.some((s) => s.kind === 'wrong_token'),
    predates_order: isShort && foreign.some((s) => s.kind === 'predates_order'),
    double_spend: evidence.losses.some((loss) => loss.kind === 'replaced'),
    reorged:
      evidence.losses.some((loss) => loss.kind === 'orphaned') || (isShort && payment.deliveredAt !== null),
    nodes_disagree: evidence.disagreeSince !== null,
    manual: payment.accepted !== null,
    awaiting_keys: payment.isAwaitingKeys && payment.deliveredAt === null,
    keys_on_release: payment.isAwaitingRelease && payment.deliveredAt === null,
  }
  return PAYMENT_FLAGS.filter((flag) => raised[flag])
}

/** A delivered order has no claim to it: the operator sends gas to move the tokens away. A buyer pays before delivery. */
function isGasForSweep({ deliveredAt }: StatusPayment, { isSweepGas, seenAt }: Sighting): boolean {
  return isSweepGas && deliveredAt !== null && seenAt >= deliveredAt
}

function sum(credits: readonly Credit[]): bigint {
  return credits.reduce((total, one) => total + one.atoms, 0n)
}
