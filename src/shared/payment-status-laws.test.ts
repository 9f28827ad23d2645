import { usdCents } from '#shared/money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atoms } from './money.ts'
import { TOP_UP_S } from './constants.ts'
import { leastAccepted, nextStatus, type StatusPayment } from './payment-status.ts'
import type { Evidence, Sighting } from './evidence.ts'

// Properties of every order, whatever the chain shows: 100 dollars as 100,000 atoms, dust below 500.
const DUE = atoms(100_000n)
const DUST = 500
const START_MS = Date.UTC(2026, 10, 20, 12)
const EXPIRES_MS = START_MS + 900_000

/** From a day before the order to 20 days after, often close to the edges of the rules. */
const moment = fc
  .oneof(
    fc.integer({ min: -86_400, max: 20 * 86_400 }),
    fc.constantFrom(0, 899, 900, 901, 900 + TOP_UP_S, 901 + TOP_UP_S),
  )
  .map((seconds) => new Date(START_MS + seconds * 1000))

const amount = fc.oneof(
  fc.integer({ min: 1, max: 150_000 }),
  fc.constantFrom(1, 499, 500, 50_000, 99_499, 99_500, 100_000),
)
const kind = fc.constantFrom('rail', 'rail', 'rail', 'wrong_network', 'wrong_token', 'predates_order')

function moneyOf(
  amounts: fc.Arbitrary<number>,
  lateShare: fc.Arbitrary<number | null> = fc.option(fc.integer({ min: 0, max: 100 })),
): fc.Arbitrary<Omit<Sighting, 'id'>> {
  return fc
    .record({
      kind,
      amount: amounts,
      seenAt: moment,
      unseenUntil: fc.option(moment),
      blockAt: fc.option(moment),
      confirmations: fc.integer({ min: 1, max: 50 }),
      isDeep: fc.boolean(),
      isAttested: fc.boolean(),
      lateShare,
      isSweepGas: fc.boolean(),
    })
    .map((one) => ({
      kind: one.kind,
      atoms: atoms(BigInt(one.amount)),
      seenAt: one.seenAt,
      unseenUntil: one.unseenUntil,
      blockAt: one.blockAt,
      confirmations: one.blockAt === null ? 0 : one.confirmations,
      isSettled: one.blockAt !== null && one.isDeep,
      isAttested: one.isAttested,
      isAgreed: false,
      lateAtoms:
        one.lateShare === null ? null : atoms(BigInt(Math.floor((one.amount * one.lateShare) / 100))),
      isDust: one.amount < DUST,
      isSweepGas: one.isSweepGas && one.kind === 'wrong_token',
    }))
}

const sightings = fc
  .array(moneyOf(amount), { maxLength: 5 })
  .map((all): readonly Sighting[] => all.map((one, index) => ({ ...one, id: `tx${String(index)}` })))

const evidence: fc.Arbitrary<Evidence> = fc.record({
  sightings,
  losses: fc.array(fc.record({ kind: fc.constantFrom('replaced', 'orphaned', 'dropped') }), { maxLength: 2 }),
  watchedUntil: moment,
  disagreeSince: fc.option(moment),
  unagreedSince: fc.option(moment),
  isOverLimit: fc.boolean(),
})

const order: fc.Arbitrary<StatusPayment> = fc.record({
  due: fc.constant(DUE),
  worth: fc.constant(usdCents(100_00)),
  expiresAt: fc.constant(new Date(EXPIRES_MS)),
  deliveredAt: fc.option(moment),
  isAwaitingKeys: fc.boolean(),
  isAwaitingRelease: fc.boolean(),
  isRefunded: fc.boolean(),
  isErased: fc.boolean(),
  isWithdrawn: fc.boolean(),
  accepted: fc.option(fc.subarray(['tx0', 'tx1', 'tx2'])),
})
const openOrder = order.map((one) => ({
  ...one,
  deliveredAt: null,
  isRefunded: false,
  isErased: false,
  isWithdrawn: false,
  accepted: null,
}))

/** The rule in other words: it arrived in the window, and its block is at most a day after it. */
function isInTime({ seenAt, unseenUntil, blockAt }: Sighting, expiresAt: Date): boolean {
  const isBlockEarly =
    blockAt !== null && blockAt <= expiresAt && (unseenUntil === null || unseenUntil <= expiresAt)
  const isMinedSoon = blockAt === null || blockAt.getTime() <= expiresAt.getTime() + TOP_UP_S * 1000
  return (seenAt <= expiresAt || isBlockEarly) && isMinedSoon
}

const RUNS = { numRuns: 2_000 }

test('the same facts give the same result, in any order of the transfers', () => {
  fc.assert(
    fc.property(order, evidence, moment, fc.infiniteStream(fc.nat()), (payment, shown, now, random) => {
      const shuffled = shown.sightings
        .map((one) => ({ one, rank: random.next().value }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ one }) => one)
      const decision = nextStatus(payment, shown, now)
      expect(nextStatus(payment, shown, now)).toEqual(decision)
      expect(nextStatus(payment, { ...shown, sightings: shuffled }, now)).toEqual(decision)
    }),
    RUNS,
  )
})

test('dust changes no status, unless it completes a short payment', () => {
  // money in whole fifths and tenths: no dust can be what is missing
  const whole = fc.constantFrom(10_000, 20_000, 50_000, 60_000, 100_000, 150_000)
  const dust = fc.integer({ min: 1, max: DUST - 1 })
  const money = fc.array(moneyOf(whole, fc.constantFrom(null, 100)), { maxLength: 4 })
  fc.assert(
    fc.property(order, evidence, money, moneyOf(dust), moment, (payment, shown, own, extra, now) => {
      const named = own.map((one, index) => ({ ...one, id: `tx${String(index)}` }))
      const before = nextStatus(payment, { ...shown, sightings: named }, now)
      const poisoned = [...named, { ...extra, id: 'dust' }]
      const after = nextStatus(payment, { ...shown, sightings: poisoned }, now)
      expect([after.status, after.confirmations, after.completedBy]).toEqual([
        before.status,
        before.confirmations,
        before.completedBy,
      ])
      expect(after.flags).toEqual(before.flags)
    }),
    RUNS,
  )
})

// holds I6
test('the received amount is the sum of what counts, and never more than was sent', () => {
  fc.assert(
    fc.property(order, evidence, moment, (payment, shown, now) => {
      const own = shown.sightings.filter((one) => one.kind === 'rail')
      const isLate = (one: Sighting) => !isInTime(one, payment.expiresAt)
      const worth = own.reduce((total, one) => total + (isLate(one) ? (one.lateAtoms ?? 0n) : one.atoms), 0n)
      const { received } = nextStatus(payment, shown, now)
      const isNothingButDust = own.every((one) => one.atoms < DUST) && worth < leastAccepted(DUE)
      expect(received).toBe(isNothingButDust ? 0n : worth)
    }),
    RUNS,
  )
})

test('an order is confirmed only by settled money that nodes agree about and that covers it, or by staff', () => {
  fc.assert(
    fc.property(order, evidence, moment, (payment, shown, now) => {
      const decision = nextStatus(payment, shown, now)
      if (decision.status !== 'confirmed' || decision.flags.includes('manual')) return
      const settled = shown.sightings.filter((one) => one.kind === 'rail' && one.isSettled && one.isAttested)
      expect(settled.reduce((total, one) => total + one.atoms, 0n)).toBeGreaterThanOrEqual(leastAccepted(DUE))
      expect(decision.completedBy).not.toBeNull()
    }),
    RUNS,
  )
})

test('no order is confirmed at its quote by money that was seen after its window or mined a day after it', () => {
  fc.assert(
    fc.property(openOrder, evidence, moment, (payment, shown, now) => {
      const { status, flags } = nextStatus(payment, shown, now)
      if (status !== 'confirmed' || flags.includes('late')) return
      const inTime = shown.sightings.filter((one) => one.kind === 'rail' && isInTime(one, payment.expiresAt))
      expect(inTime.reduce((total, one) => total + one.atoms, 0n)).toBeGreaterThanOrEqual(leastAccepted(DUE))
    }),
    RUNS,
  )
})

test('a reader that was watching makes no transfer earlier than what it saw', () => {
  fc.assert(
    fc.property(openOrder, evidence, moment, (payment, shown, now) => {
      const watched = shown.sightings.map((one) => ({ ...one, unseenUntil: one.seenAt }))
      const { status, flags } = nextStatus(payment, { ...shown, sightings: watched }, now)
      if (status !== 'confirmed' || flags.includes('late')) return
      const seen = watched.filter((one) => one.kind === 'rail' && one.seenAt <= payment.expiresAt)
      expect(seen.reduce((total, one) => total + one.atoms, 0n)).toBeGreaterThanOrEqual(leastAccepted(DUE))
    }),
    RUNS,
  )
})

test('time alone causes only the allowed changes of status', () => {
  const NEXT: Readonly<Record<string, readonly string[]>> = {
    pending: ['pending', 'expired'],
    expired: ['expired'],
    partial: ['partial', 'review', 'invalid'],
    detected: ['detected', 'review', 'invalid'],
    confirmed: ['confirmed'],
    review: ['review', 'invalid'],
    invalid: ['invalid'],
    refunded: ['refunded'],
  }
  fc.assert(
    fc.property(openOrder, evidence, moment, moment, (payment, shown, one, other) => {
      const [now, later] = one < other ? [one, other] : [other, one]
      const before = nextStatus(payment, shown, now)
      const after = nextStatus(payment, shown, later)
      expect(NEXT[before.status]).toContain(after.status)
      expect({ ...after, status: before.status }).toEqual(before)
    }),
    RUNS,
  )
})

test('an order does not expire while its chain was not watched to the end of its window', () => {
  fc.assert(
    fc.property(openOrder, evidence, moment, (payment, shown, now) => {
      const blind = { ...shown, watchedUntil: payment.expiresAt }
      expect(nextStatus(payment, blind, now).status).not.toBe('expired')
    }),
    RUNS,
  )
})

test('an order is not unpaid, expired or invalid once money of any kind has arrived for it', () => {
  const end = fc.constant(new Date(START_MS + 20 * 86_400_000))
  fc.assert(
    fc.property(openOrder, evidence, fc.oneof(moment, end), (payment, shown, now) => {
      const { status } = nextStatus(payment, shown, now)
      if (shown.sightings.some((one) => one.isSettled && !one.isDust))
        expect(['pending', 'expired', 'invalid']).not.toContain(status)
    }),
    RUNS,
  )
})

test('a delivered order is never shown as failed or unpaid', () => {
  fc.assert(
    fc.property(order, evidence, moment, (payment, shown, now) => {
      const { status } = nextStatus({ ...payment, deliveredAt: new Date(START_MS) }, shown, now)
      expect(['detected', 'confirmed', 'review', 'refunded']).toContain(status)
    }),
    RUNS,
  )
})
