import { expect } from 'vitest'
import type { Evidence, Loss, Sighting } from '#shared/evidence.ts'
import { usdCents, atoms } from '#shared/money.ts'
import {
  nextStatus,
  type PaymentFlag,
  type PaymentStatus,
  type StatusDecision,
  type StatusPayment,
} from '#shared/payment-status.ts'

// An order of 100 dollars as 100,000 atoms, with a window from minute 0 to minute 15. It is covered from 99,500
// (tolerance 0.5 %), and a transfer below 500 is dust. Times are minutes; money arrived in minute 5 unless given.
export const WINDOW = 15
export const HOUR = 60
export const DAY = 24 * HOUR
export const MONITORED = 14 * DAY
export const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute))

/** The changes of a row to the facts of a new order. */
export interface Change {
  readonly order?: Partial<StatusPayment>
  readonly chain?: Partial<Evidence>
  readonly sighting?: Sighting
  readonly loss?: Loss['kind']
}

type MoneyDetails = Partial<Omit<Sighting, 'id' | 'atoms'>>

export function paid(amount: number, ...details: MoneyDetails[]): Change {
  const told: MoneyDetails = Object.assign({}, ...details)
  const seenAt = told.seenAt ?? at(5)
  const usual = {
    kind: 'rail',
    seenAt,
    unseenUntil: null,
    blockAt: new Date(seenAt.getTime() + 60_000),
    confirmations: 12,
    isSettled: true,
    isAttested: true,
    isAgreed: false,
    lateAtoms: atoms(BigInt(amount)),
    isDust: false,
    isSweepGas: false,
  } as const
  return { sighting: { ...usual, ...told, id: '', atoms: atoms(BigInt(amount)) } }
}

export const mempool = { blockAt: null, confirmations: 0, isSettled: false }
export const shallow = { confirmations: 1, isSettled: false }
export const late = (minutes: number) => ({ seenAt: at(WINDOW + minutes), blockAt: at(WINDOW + minutes) })
/** Seen in the window, in a block some minutes after it. */
export const minedAfter = (minutes: number) => ({ blockAt: at(WINDOW + minutes) })
/** Seen some minutes after the window; on Bitcoin the time of a block is the median of the last eleven. */
export const seenAfter = (minutes: number, blockMinute: number) => ({
  seenAt: at(WINDOW + minutes),
  blockAt: at(blockMinute),
})
export const unseenUntil = (minute: number) => ({ unseenUntil: at(minute) })
export const worth = (amount: number) => ({ lateAtoms: atoms(BigInt(amount)) })
export const withoutRate = { lateAtoms: null }
export const wrongNetwork = { kind: 'wrong_network' } as const
export const wrongToken = { kind: 'wrong_token' } as const
export const gas = { ...wrongToken, isSweepGas: true }

export const replaced: Change = { loss: 'replaced' }
export const orphaned: Change = { loss: 'orphaned' }
export const dropped: Change = { loss: 'dropped' }
export const delivered: Change = { order: { deliveredAt: at(8) } }
export const awaitingKeys: Change = { order: { isAwaitingKeys: true } }
export const awaitingRelease: Change = { order: { isAwaitingRelease: true } }
export const refunded: Change = { order: { isRefunded: true } }
export const withdrawn: Change = { order: { isWithdrawn: true } }
export const erased: Change = { order: { isErased: true } }
export const accepted = (...ids: string[]): Change => ({ order: { accepted: ids } })
export const watchedUntil = (minute: number): Change => ({ chain: { watchedUntil: at(minute) } })
export const overLimit: Change = { chain: { isOverLimit: true } }
export const unattested = { isAttested: false }
export const unansweredSince = (minute: number): Change => ({ chain: { unagreedSince: at(minute) } })
export const differSince = (minute: number): Change => ({ chain: { disagreeSince: at(minute) } })

/** All that a decision is made of. */
export interface Facts {
  readonly order: StatusPayment
  readonly evidence: Evidence
  readonly now: Date
}

/** The transfers have the ids a, b, c … in the given order. */
export function factsOf(changes: readonly Change[], now: number): Facts {
  const sightings = changes.flatMap(({ sighting }) => sighting ?? [])
  const losses = changes.flatMap(({ loss }) => (loss === undefined ? [] : [{ kind: loss }]))
  const order: StatusPayment = {
    due: atoms(100_000n),
    worth: usdCents(100_00),
    expiresAt: at(WINDOW),
    deliveredAt: null,
    isAwaitingKeys: false,
    isAwaitingRelease: false,
    isRefunded: false,
    isErased: false,
    isWithdrawn: false,
    accepted: null,
  }
  const evidence: Evidence = {
    sightings: sightings.map((one, index) => ({ ...one, id: 'abcdef'.charAt(index) })),
    losses,
    watchedUntil: at(now),
    disagreeSince: null,
    unagreedSince: null,
    isOverLimit: false,
  }
  return {
    order: Object.assign(order, ...changes.map((change) => change.order)),
    evidence: Object.assign(evidence, ...changes.map((change) => change.chain)),
    now: at(now),
  }
}

export function decide(changes: readonly Change[], now: number): StatusDecision {
  const { order, evidence, now: moment } = factsOf(changes, now)
  return nextStatus(order, evidence, moment)
}

export type Row = [
  what: string,
  changes: Change[],
  now: number,
  status: PaymentStatus,
  ...flags: PaymentFlag[],
]

export function says(
  _what: string,
  changes: Change[],
  now: number,
  status: PaymentStatus,
  ...flags: PaymentFlag[]
): void {
  const decision = decide(changes, now)
  expect([decision.status, ...decision.flags]).toEqual([status, ...flags])
}
