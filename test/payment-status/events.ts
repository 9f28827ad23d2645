import { atoms } from '#shared/money.ts'
import { nextStatus, type PaymentStatus } from '#shared/payment-status.ts'
import type { Evidence, Loss, Sighting } from '#shared/evidence.ts'
import type { StatusEvent } from '#shared/status-events.ts'
import {
  at,
  DAY,
  HOUR,
  mempool,
  MONITORED,
  paid,
  shallow,
  WINDOW,
  type Facts,
} from '#test/payment-status-cases.ts'

type ApplyEvent = (facts: Facts) => Facts | null

const MINUTE_MS = 60_000
const HALF_AN_HOUR_MS = 31 * MINUTE_MS

/** What each event does to an order's facts; null if the shop does not let it happen, or there is nothing that it could happen to. */
export const EVENTS: Readonly<Record<StatusEvent, ApplyEvent>> = {
  'nothing happens': (facts) => facts,
  'the rest is seen, unconfirmed': (facts) => withMoney(facts, restOf(facts), mempool),
  'the rest arrives': (facts) => withMoney(facts, restOf(facts)),
  'half of the rest arrives': (facts) => withMoney(facts, restOf(facts) / 2n),
  'more than the rest arrives': (facts) => withMoney(facts, restOf(facts) + 50_000n),
  'dust arrives': (facts) => withMoney(facts, 499n),
  'the rest arrives an hour late': (facts) => arrivesLate(facts, HOUR),
  'the rest arrives an hour late, worth half': (facts) =>
    arrivesLate(facts, HOUR, { lateAtoms: atoms(restOf(facts) / 2n) }),
  'the rest arrives two days late': (facts) => arrivesLate(facts, 2 * DAY),
  'the rest, sent in time, is mined two days late': (facts) => arrivesLate(facts, 2 * DAY, { seenAt: at(5) }),
  'money of another network arrives': (facts) => withMoney(facts, restOf(facts), { kind: 'wrong_network' }),
  'another coin arrives': (facts) => withMoney(facts, restOf(facts), { kind: 'wrong_token' }),
  'money from before the order is found': (facts) =>
    withMoney(facts, restOf(facts), { kind: 'predates_order' }),
  'unconfirmed money is mined': (facts) =>
    changeMoney(facts, isUnconfirmed, () => ({ ...shallow, blockAt: facts.now })),
  'its money gets deep enough': (facts) =>
    changeMoney(
      facts,
      (one) => !one.isSettled,
      ({ blockAt }) => ({ confirmations: 12, isSettled: true, blockAt: blockAt ?? facts.now }),
    ),
  'unconfirmed money is replaced': (facts) => lose(facts, 'replaced'),
  'unconfirmed money is dropped': (facts) => lose(facts, 'dropped'),
  'its newest block is orphaned': (facts) => lose(facts, 'orphaned'),
  'a second node contradicts': (facts) => withoutAgreement(facts, 0, 'disagreeSince'),
  'nodes differ for half an hour': (facts) => withoutAgreement(facts, HALF_AN_HOUR_MS, 'disagreeSince'),
  'a second node is silent for half an hour': (facts) =>
    withoutAgreement(facts, HALF_AN_HOUR_MS, 'unagreedSince'),
  'two nodes agree': (facts) =>
    isAsked(facts)
      ? withChain(
          changeMoney(facts, isMined, () => ({ isAttested: true, isAgreed: true })),
          {
            disagreeSince: null,
            unagreedSince: null,
          },
        )
      : null,
  'the limit of a single node is reached': (facts) =>
    isDeliverable(facts) && !decide(facts).isAgreed ? withChain(facts, { isOverLimit: true }) : null,
  'the window ends': (facts) => waitUntil(facts, at(WINDOW + 1)),
  'the window ends unwatched': (facts) =>
    withChain(waitUntil(facts, at(WINDOW + 1)), { watchedUntil: at(WINDOW - 1) }),
  'a day passes after the window': (facts) => waitUntil(facts, at(WINDOW + DAY + 1)),
  'two weeks pass': (facts) => waitUntil(facts, at(MONITORED + HOUR)),
  'the stock is too small': (facts) =>
    isDeliverable(facts) ? withOrder(facts, { isAwaitingKeys: true }) : null,
  'keys are held until release': (facts) =>
    isDeliverable(facts) ? withOrder(facts, { isAwaitingRelease: true }) : null,
  'keys are delivered': (facts) =>
    isDeliverable(facts) ? withOrder(facts, { deliveredAt: facts.now }) : null,
  'staff accept what came': acceptMoney,
  'the buyer withdraws': (facts) =>
    isClosed(facts) || facts.order.isWithdrawn || facts.order.deliveredAt !== null
      ? null
      : withOrder(facts, { isWithdrawn: true }),
  'its refund is complete': (facts) =>
    facts.order.isRefunded || !facts.evidence.sightings.some((one) => one.isSettled)
      ? null
      : withOrder(facts, { isRefunded: true }),
  'personal data are erased': (facts) => (mayBeErased(facts) ? withOrder(facts, { isErased: true }) : null),
}

/** The decision about facts. */
export function decide({ order, evidence, now }: Facts): ReturnType<typeof nextStatus> {
  return nextStatus(order, evidence, now)
}

const isUnconfirmed = (one: Sighting) => one.blockAt === null
const isMined = (one: Sighting) => one.blockAt !== null
const statusOf = (facts: Facts): PaymentStatus => decide(facts).status

function restOf(facts: Facts): bigint {
  const rest = facts.order.due - decide(facts).received
  return rest > 0n ? rest : facts.order.due
}

function withOrder(facts: Facts, order: Partial<Facts['order']>): Facts {
  return { ...facts, order: { ...facts.order, ...order } }
}

function withChain(facts: Facts | null, evidence: Partial<Evidence>): Facts | null {
  return facts === null ? null : { ...facts, evidence: { ...facts.evidence, ...evidence } }
}

/** Money that is seen now and, unless the details say otherwise, is as deep as asked. */
function withMoney(facts: Facts, amount: bigint, details: Partial<Sighting> = {}): Facts {
  const { sighting } = paid(Number(amount), { seenAt: facts.now, blockAt: facts.now }, details)
  const sightings = [...facts.evidence.sightings, { ...sighting!, id: 'new' }]
  return { ...facts, evidence: { ...facts.evidence, sightings } }
}

function arrivesLate(facts: Facts, minutes: number, details: Partial<Sighting> = {}): Facts | null {
  const moment = at(WINDOW + minutes)
  const later = waitUntil(facts, moment)
  return later === null ? null : withMoney(later, restOf(facts), details)
}

/** Time passes while the chain is watched; null if it is later already. */
function waitUntil(facts: Facts, now: Date): Facts | null {
  return now <= facts.now ? null : { ...facts, now, evidence: { ...facts.evidence, watchedUntil: now } }
}

function changeMoney(
  facts: Facts,
  isMeant: (one: Sighting) => boolean,
  change: (one: Sighting) => Partial<Sighting>,
): Facts | null {
  const { sightings } = facts.evidence
  if (!sightings.some(isMeant)) return null
  return withChain(facts, {
    sightings: sightings.map((one) => (isMeant(one) ? { ...one, ...change(one) } : one)),
  })
}

/** Unconfirmed money goes away, or what was mined last. */
function lose(facts: Facts, kind: Loss['kind']): Facts | null {
  const { sightings, losses } = facts.evidence
  const lost = sightings.findLast(kind === 'orphaned' ? isMined : isUnconfirmed)
  if (lost === undefined) return null
  return withChain(facts, {
    sightings: sightings.filter((one) => one !== lost),
    losses: [...losses, { kind }],
  })
}

/** Nodes are asked about money in blocks until the keys have left. */
function isAsked({ order, evidence }: Facts): boolean {
  return order.deliveredAt === null && !order.isRefunded && evidence.sightings.some(isMined)
}

function withoutAgreement(
  facts: Facts,
  forMs: number,
  since: 'disagreeSince' | 'unagreedSince',
): Facts | null {
  if (!isAsked(facts)) return null
  const later = { ...facts, now: new Date(facts.now.getTime() + forMs) }
  const denied = changeMoney(later, isMined, () => ({ isAttested: false, isAgreed: false }))
  return withChain(denied, { [since]: facts.evidence[since] ?? facts.now, watchedUntil: later.now })
}

function isDeliverable(facts: Facts): boolean {
  return facts.order.deliveredAt === null && statusOf(facts) === 'confirmed'
}

function isClosed(facts: Facts): boolean {
  return ['confirmed', 'refunded'].includes(statusOf(facts))
}

/** As `acceptPayment` allows it. */
function acceptMoney(facts: Facts): Facts | null {
  const { status, awaitsAgreement } = decide(facts)
  const isOpen = ['review', 'partial'].includes(status) || awaitsAgreement || facts.evidence.isOverLimit
  const settled = facts.evidence.sightings.filter((one) => one.isSettled).map((one) => one.id)
  const isNothing = settled.length === 0 && facts.order.deliveredAt === null
  if (!isOpen || facts.order.isWithdrawn || isNothing) return null
  return withOrder(facts, { accepted: settled })
}

/** As `judgeErasure` allows it. */
function mayBeErased(facts: Facts): boolean {
  const isDelivered = facts.order.deliveredAt !== null
  return ['expired', 'invalid', 'refunded'].includes(statusOf(facts)) || (isDelivered && isClosed(facts))
}
