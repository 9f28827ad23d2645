import type { Atoms, Cents } from './money.ts'
import {
  DISAGREEMENT_S,
  DUST_BASIS_POINTS,
  DUST_CENTS,
  MONITORING_S,
  TOLERANCE_BASIS_POINTS,
  TOP_UP_S,
} from './constants.ts'
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
  /** Whether enough nodes agree about it for what the order is worth. */
  readonly isAttested: boolean
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
  /** Whether its buyer's data are erased: then nobody can be written to. */
  readonly isErased: boolean
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
  /** How long after the window it came; 0 or less in time. */
  readonly lateMs: number
  /** What it counts for. */
  readonly atoms: bigint
  readonly isDust: boolean
}

/** What an order rests on. */
interface Basis {
  readonly credits: readonly Credit[]
  readonly counted: readonly Credit[]
  /** Null while they do not cover the order. */
  readonly needed: readonly Credit[] | null
  /** Null where nobody has accepted, or not all of it stands any more. */
  readonly accepted: readonly Sighting[] | null
}

/**
 * Decides an order's status and flags from what the chain shows, the policy and the time, and from nothing else.
 * The same facts always give the same answer, so a status may move back when the chain takes money away again.
 *
 * @param now the server's clock.
 * Source: design section 3, "Status"; product.md, "Order life".
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
  }
}

/** The rail's own money, oldest first; dust last, so that an order rests on it only where it must. */
function creditsOf(payment: StatusPayment, evidence: Evidence): readonly Credit[] {
  const dust = dustBelow(payment.due, payment.price)
  return evidence.sightings
    .filter((sighting) => sighting.kind === 'rail')
    .map((sighting) => {
      const lateMs = arrivedAt(sighting).getTime() - payment.expiresAt.getTime()
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

/** First sight or its block's time, whichever is earlier: doubt favours the buyer. */
function arrivedAt({ seenAt, blockAt }: Sighting): Date {
  return blockAt !== null && blockAt < seenAt ? blockAt : seenAt
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

/** Dust adds up, but dust alone is nothing unless it covers the order. */
function countedCredits(payment: StatusPayment, credits: readonly Credit[]): readonly Credit[] {
  const hasSubstance = credits.some((one) => !one.isDust)
  return hasSubstance || sum(credits) >= leastAccepted(payment.due) ? credits : []
}

/** The first of these that covers an order is what it rests on: what else came makes it neither late nor unsettled. */
const POOLS: readonly ((one: Credit) => boolean)[] = [
  (one) => !isLate(one) && isVerified(one),
  (one) => !isTooLate(one) && isVerified(one),
  (one) => !isLate(one),
  (one) => !isTooLate(one),
  () => true,
]

/**
 * The transfers an order needs, oldest money first, so that a late extra does not make an order late and a fresh
 * overpayment does not lower its confirmations. Null while they do not cover it.
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
 * The transfers a person accepted, while every one of them is on the chain. A loss after delivery may be written off by
 * accepting none; before it, nothing is no evidence.
 */
function acceptedSightings(payment: StatusPayment, evidence: Evidence): readonly Sighting[] | null {
  if (payment.accepted === null) return null
  if (payment.accepted.length === 0 && payment.deliveredAt === null) return null
  const ids = new Set(payment.accepted)
  const standing = evidence.sightings.filter((one) => one.isSettled && ids.has(one.id))
  return standing.length === ids.size ? standing.sort(byAge) : null
}

function statusOf(payment: StatusPayment, evidence: Evidence, basis: Basis, now: Date): PaymentStatus {
  const { counted, needed, accepted } = basis
  if (payment.isRefunded) return 'refunded'
  if (accepted !== null) return 'confirmed'
  if (needed !== null) {
    const status = statusOfCovered(evidence, needed, now)
    if (payment.deliveredAt !== null) return status === 'invalid' ? 'review' : status
    // money that is found after the buyer's data went waits for a person, however early it had come
    return payment.isErased && status === 'confirmed' ? 'review' : status
  }
  if (payment.deliveredAt !== null || hasSettledForeignAsset(evidence)) return 'review'
  return statusOfShort(payment, evidence, counted, now)
}

function statusOfCovered(evidence: Evidence, needed: readonly Credit[], now: Date): PaymentStatus {
  if (needed.some(isTooLate)) return 'review'
  if (needed.some((one) => isStuck(one, now))) return needed.some(hasArrived) ? 'review' : 'invalid'
  if (needed.every(isVerified)) return 'confirmed'
  const isStale =
    evidence.disagreeSince !== null &&
    now.getTime() - evidence.disagreeSince.getTime() > DISAGREEMENT_S * 1000
  return isStale && needed.every(isDeepEnough) ? 'review' : 'detected'
}

function statusOfShort(
  payment: StatusPayment,
  evidence: Evidence,
  counted: readonly Credit[],
  now: Date,
): PaymentStatus {
  const overMs = now.getTime() - payment.expiresAt.getTime()
  if (counted.length === 0) {
    return overMs > 0 && evidence.watchedUntil > payment.expiresAt ? 'expired' : 'pending'
  }
  const substance = counted.filter((one) => !one.isDust)
  if (substance.every((one) => isStuck(one, now))) return 'invalid'
  const isUnpriced = (one: Credit) => isLate(one) && one.sighting.lateAtoms === null && isDeepEnough(one)
  return substance.some(isUnpriced) || overMs > TOP_UP_S * 1000 ? 'review' : 'partial'
}

/** Seen, and in no block within the monitoring time. */
function isStuck({ sighting }: Credit, now: Date): boolean {
  return sighting.blockAt === null && now.getTime() - sighting.seenAt.getTime() > MONITORING_S * 1000
}

function hasArrived(one: Credit): boolean {
  return !one.isDust && one.sighting.blockAt !== null
}

function hasSettledForeignAsset(evidence: Evidence): boolean {
  return evidence.sightings.some((s) => s.kind !== 'rail' && s.isSettled && !s.isDust)
}

function flagsOf(
  payment: StatusPayment,
  evidence: Evidence,
  { credits, needed, accepted }: Basis,
): readonly PaymentFlag[] {
  const substance = credits.filter((one) => !one.isDust)
  const foreign = evidence.sightings.filter((s) => s.kind !== 'rail' && !s.isDust)
  const isShort = needed === null && accepted === null
  const raised: Readonly<Record<PaymentFlag, boolean>> = {
    underpaid: isShort && sum(substance) > 0n,
    overpaid: sum(substance) > payment.due,
    late: (needed ?? substance).some(isLate),
    wrong_network: foreign.some((s) => s.kind === 'wrong_network'),
    wrong_token: foreign.some((s) => s.kind === 'wrong_token'),
    double_spend: evidence.losses.some((loss) => loss.kind === 'replaced'),
    reorged:
      evidence.losses.some((loss) => loss.kind === 'orphaned') || (isShort && payment.deliveredAt !== null),
    nodes_disagree: evidence.disagreeSince !== null,
    manual: payment.accepted !== null,
    awaiting_keys: payment.isAwaitingKeys && payment.deliveredAt === null,
  }
  return PAYMENT_FLAGS.filter((flag) => raised[flag])
}

function sum(credits: readonly Credit[]): bigint {
  return credits.reduce((total, one) => total + one.atoms, 0n)
}
