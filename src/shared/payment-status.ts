import type { Atoms, Cents } from './money.ts'
import {
  DISAGREEMENT_S,
  DUST_BASIS_POINTS,
  DUST_CENTS,
  MONITORING_S,
  TOLERANCE_BASIS_POINTS,
  TOP_UP_S,
} from './limits.ts'
import { divideUp } from './money.ts'

/** The life of an order, as the words on the wire (product.md, "Order life"). */
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

/** What is worth saying about an order beside its status, in the order they are listed. */
export const PAYMENT_FLAGS = [
  'underpaid',
  'overpaid',
  'late',
  'wrong_network',
  'wrong_token',
  'double_spend',
  'reorged',
  'nodes_disagree',
  'manual',
  'awaiting_keys',
] as const
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number]

/** One movement of money to the order's address, as the chain shows it now. */
export interface Sighting {
  /** Names the transfer, to compare with what a person has accepted. */
  readonly id: string
  /** Money of the order's own rail counts; anything else is an exception. */
  readonly kind: 'rail' | 'wrong_network' | 'wrong_token'
  readonly atoms: Atoms
  /** When a reader of ours first saw it, in a mempool too; a replacement paying the same script inherits it. */
  readonly seenAt: Date
  /** The time of its block (median time past on Bitcoin); null while unconfirmed. */
  readonly blockAt: Date | null
  /** Head − block + 1; 0 while unconfirmed. */
  readonly confirmations: number
  /** Whether it lies as deep as the order's value asks for. */
  readonly isSettled: boolean
  /**
   * What late money counts for, in atoms at the order's quote: its own atoms at most, less where the rate has fallen;
   * null where no rate is known for its time. Not read for money in time.
   */
  readonly lateAtoms: Atoms | null
  /** For money that is not the rail's: too little to mean anything. The rail's own dust is told by its atoms. */
  readonly isDust: boolean
}

/** A transfer that was seen and is no longer there. */
export interface Loss {
  readonly kind: 'replaced' | 'orphaned' | 'dropped'
}

/** What the decision is about. */
export interface StatusPayment {
  /** What must arrive, at the quote. */
  readonly due: Atoms
  readonly price: Cents
  /** The end of the payment window. */
  readonly expiresAt: Date
  /** When keys were handed out; null before. */
  readonly deliveredAt: Date | null
  /** Whether a hand-out failed for want of keys. */
  readonly isAwaitingKeys: boolean
  /** A refund that is recorded as done ends the order. */
  readonly isRefunded: boolean
  /** The transfers a person accepted as payment, by {@link Sighting.id}; null where nobody has. */
  readonly accepted: readonly string[] | null
}

/** What the chain shows of an order's address. */
export interface Evidence {
  readonly sightings: readonly Sighting[]
  readonly losses: readonly Loss[]
  /** Up to when the order's chain has been watched without a gap; an order does not expire beyond it. */
  readonly watchedUntil: Date
  /** Since when nodes that must agree give different answers; null where they agree or one is enough. */
  readonly disagreeSince: Date | null
  /** Whether enough nodes have agreed for what this order is worth. */
  readonly isAttested: boolean
}

/** The decision. */
export interface StatusDecision {
  readonly status: PaymentStatus
  readonly flags: readonly PaymentFlag[]
  /** What counts towards the order, in atoms at the quote. */
  readonly received: Atoms
  /** The lowest confirmations among the transfers the order needs; 0 where something is missing. */
  readonly confirmations: number
  /** The transfer that completed the order; null while short. */
  readonly completedBy: string | null
}

/** The least that counts as paid: what is due less the tolerance for exchange fees. */
export function leastAccepted(due: Atoms): Atoms {
  return (due - (due * TOLERANCE_BASIS_POINTS) / 10_000n) as Atoms
}

/** Below this a transfer alone never changes a status: 0.5 % of due or ten cents, whichever is more. */
export function dustBelow(due: Atoms, price: Cents): Atoms {
  const share = divideUp(due * DUST_BASIS_POINTS, 10_000n)
  const tenCents = price > 0 ? divideUp(due * DUST_CENTS, BigInt(price)) : 0n
  return (share > tenCents ? share : tenCents) as Atoms
}

interface Credit {
  readonly sighting: Sighting
  readonly isLate: boolean
  readonly atoms: bigint
}

/**
 * Decides an order's status and flags from what the chain shows, the policy and the time, and from nothing else.
 * The same facts always give the same answer, so a status may move back when the chain takes money away again.
 *
 * @param now the server's clock.
 * Source: design section 3, "Status"; product.md, "Order life".
 */
export function nextStatus(payment: StatusPayment, evidence: Evidence, now: Date): StatusDecision {
  const credits = evidence.sightings
    .filter((sighting) => sighting.kind === 'rail')
    .map((s) => credit(payment, s))
  const counted = countedCredits(payment, credits)
  const received = sum(counted)
  const needed = neededCredits(counted, leastAccepted(payment.due))
  const flags = flagsOf(payment, evidence, credits, received, needed)
  const status = statusOf(payment, evidence, counted, needed, now)
  const confirmations = needed === null ? 0 : Math.min(...needed.map((one) => one.sighting.confirmations))
  const completedBy = needed?.at(-1)?.sighting.id ?? null
  return { status, flags, received: received as Atoms, confirmations, completedBy }
}

function credit(payment: StatusPayment, sighting: Sighting): Credit {
  const isLate =
    sighting.seenAt > payment.expiresAt && (sighting.blockAt === null || sighting.blockAt > payment.expiresAt)
  return { sighting, isLate, atoms: isLate ? (sighting.lateAtoms ?? 0n) : sighting.atoms }
}

/** Dust adds up, but dust alone is nothing unless it covers the order. */
function countedCredits(payment: StatusPayment, credits: readonly Credit[]): readonly Credit[] {
  const dust = dustBelow(payment.due, payment.price)
  const hasSubstance = credits.some((one) => one.sighting.atoms >= dust)
  return hasSubstance || sum(credits) >= leastAccepted(payment.due) ? credits : []
}

/**
 * The transfers an order needs, in time order: oldest money first, so that a late extra does not make an order late and
 * a fresh overpayment does not lower its confirmations. Null while they do not cover it.
 */
function neededCredits(credits: readonly Credit[], least: bigint): readonly Credit[] | null {
  const inOrder = [...credits].sort(
    (a, b) =>
      Number(a.isLate) - Number(b.isLate) ||
      Number(b.sighting.isSettled) - Number(a.sighting.isSettled) ||
      b.sighting.confirmations - a.sighting.confirmations ||
      a.sighting.seenAt.getTime() - b.sighting.seenAt.getTime() ||
      (a.sighting.id < b.sighting.id ? -1 : 1),
  )
  const needed: Credit[] = []
  let covered = 0n
  for (const one of inOrder) {
    if (covered >= least) break
    needed.push(one)
    covered += one.atoms
  }
  return covered >= least ? needed : null
}

function statusOf(
  payment: StatusPayment,
  evidence: Evidence,
  counted: readonly Credit[],
  needed: readonly Credit[] | null,
  now: Date,
): PaymentStatus {
  if (payment.isRefunded) return 'refunded'
  if (isAcceptedByPerson(payment, evidence)) return 'confirmed'
  const paid = needed === null ? null : statusOfCovered(payment, evidence, needed, now)
  if (paid === 'confirmed') return paid
  if (payment.deliveredAt !== null && needed === null) return 'review'
  if (paid !== null) return paid
  if (hasSettledStranger(evidence)) return 'review'
  return statusOfShort(payment, evidence, counted, now)
}

/** An accepted review stands for as long as everything it was accepted for is on the chain. */
function isAcceptedByPerson(payment: StatusPayment, evidence: Evidence): boolean {
  if (payment.accepted === null) return false
  return payment.accepted.every((id) => evidence.sightings.some((s) => s.id === id && s.isSettled))
}

function statusOfCovered(
  payment: StatusPayment,
  evidence: Evidence,
  needed: readonly Credit[],
  now: Date,
): PaymentStatus {
  if (needed.some((one) => one.isLate && lateness(payment, one) > TOP_UP_S * 1000)) return 'review'
  if (!needed.every((one) => one.sighting.isSettled)) {
    const firstSeen = Math.min(...needed.map((one) => one.sighting.seenAt.getTime()))
    const isStuck = needed.some((one) => one.sighting.blockAt === null)
    return isStuck && now.getTime() - firstSeen > MONITORING_S * 1000 ? 'invalid' : 'detected'
  }
  if (evidence.isAttested) return 'confirmed'
  const isStale =
    evidence.disagreeSince !== null &&
    now.getTime() - evidence.disagreeSince.getTime() > DISAGREEMENT_S * 1000
  return isStale ? 'review' : 'detected'
}

function statusOfShort(
  payment: StatusPayment,
  evidence: Evidence,
  counted: readonly Credit[],
  now: Date,
): PaymentStatus {
  const isOver = now > payment.expiresAt
  if (counted.length > 0) {
    const hasUnpriced = counted.some((one) => one.isLate && one.sighting.lateAtoms === null)
    const tooLate = counted.every((one) => one.isLate && lateness(payment, one) > TOP_UP_S * 1000)
    const isTopUpOver = now.getTime() - payment.expiresAt.getTime() > TOP_UP_S * 1000
    const isSettled = counted.every((one) => one.sighting.isSettled)
    if (isOver && isSettled && (hasUnpriced || tooLate)) return 'review'
    return isTopUpOver ? 'review' : 'partial'
  }
  return isOver && evidence.watchedUntil > payment.expiresAt ? 'expired' : 'pending'
}

function lateness(payment: StatusPayment, one: Credit): number {
  const at = one.sighting.blockAt ?? one.sighting.seenAt
  return at.getTime() - payment.expiresAt.getTime()
}

function hasSettledStranger(evidence: Evidence): boolean {
  return evidence.sightings.some((s) => s.kind !== 'rail' && s.isSettled && !s.isDust)
}

function flagsOf(
  payment: StatusPayment,
  evidence: Evidence,
  credits: readonly Credit[],
  received: bigint,
  needed: readonly Credit[] | null,
): readonly PaymentFlag[] {
  const dust = dustBelow(payment.due, payment.price)
  const substance = sum(credits.filter((one) => one.sighting.atoms >= dust))
  const strangers = evidence.sightings.filter((s) => s.kind !== 'rail' && !s.isDust)
  const raised: Readonly<Record<PaymentFlag, boolean>> = {
    underpaid: received > 0n && needed === null,
    overpaid: substance > payment.due,
    late: (needed ?? credits.filter((one) => one.sighting.atoms >= dust)).some((one) => one.isLate),
    wrong_network: strangers.some((s) => s.kind === 'wrong_network'),
    wrong_token: strangers.some((s) => s.kind === 'wrong_token'),
    double_spend: evidence.losses.some((loss) => loss.kind === 'replaced'),
    reorged:
      evidence.losses.some((loss) => loss.kind === 'orphaned') ||
      (payment.deliveredAt !== null && needed === null),
    nodes_disagree: evidence.disagreeSince !== null,
    manual: payment.accepted !== null,
    awaiting_keys: payment.isAwaitingKeys && payment.deliveredAt === null,
  }
  return PAYMENT_FLAGS.filter((flag) => raised[flag])
}

function sum(credits: readonly Credit[]): bigint {
  return credits.reduce((total, one) => total + one.atoms, 0n)
}
