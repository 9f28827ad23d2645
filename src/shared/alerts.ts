import * as z from 'zod'
import { readFact, type AlertFactName, type AlertFactValues } from './alert-facts.ts'
import { IsoTimestamp } from './api-fields.ts'

/** What an alert's subject is: an order's id, the name of a chain, rail, coin or edition or machine, a transaction's hash, or the word `shop`. */
export type AlertSubject = 'order' | 'chain' | 'rail' | 'coin' | 'edition' | 'machine' | 'transfer' | 'shop'

interface AlertRule {
  readonly about: AlertSubject
  /** The page of the back office where it is dealt with: the hash without `#/`; `:subject` is the alert's. */
  readonly page: string
  /** What an alert of the kind states, in this order; its caller gives all of them, null where one is not known. Those of {@link ORDER_FACTS} are added. */
  readonly facts: readonly AlertFactName[]
  /** The facts that the subject of its mail names. */
  readonly told: readonly AlertFactName[]
}

/** What every alert about an order states of the order. */
export const ORDER_FACTS = [
  'edition',
  'copies',
  'price',
  'rail',
  'due',
  'received',
  'address',
  'hash',
] as const satisfies readonly AlertFactName[]

/** Every kind of alert, what it is about and what it states. A new kind is a row here and its words in `admin-alerts.ts`. */
const ALERT_KINDS = {
  /** A paid order waits, since two nodes have not agreed about it. */
  'nodes-not-agreed': { about: 'order', page: 'exceptions/:subject', facts: [], told: ['due'] },
  /** Money of an order is in a block that the shop had passed when the order was made, but its time is later. */
  'payment-predates-order': { about: 'order', page: 'exceptions/:subject', facts: [], told: ['due'] },
  /** A payout of a refund is recorded and mined, but two nodes have not agreed about it. */
  'payout-not-agreed': { about: 'order', page: 'refunds', facts: ['chain', 'transactions'], told: ['chain'] },
  /** The value handed out on the word of a single node has reached its limit; further orders wait. */
  'single-node-limit': {
    about: 'shop',
    page: 'exceptions',
    facts: ['limit', 'waitingOrders'],
    told: ['waitingOrders'],
  },
  /** The issuer of a token has frozen the payment address of an order: what lies there cannot be moved. */
  'issuer-freeze': {
    about: 'order',
    page: 'orders/:subject',
    facts: ['chain', 'amount', 'address'],
    told: ['amount', 'chain'],
  },
  /** Signing in to an account of the staff failed often in a day. */
  'sign-ins-failed': { about: 'shop', page: 'audit', facts: ['userId'], told: [] },
  /** Orders are refused, since too many are unpaid in the whole shop. */
  'unpaid-orders-limit': { about: 'shop', page: 'orders', facts: ['openOrders'], told: ['openOrders'] },
  /** The database was restored or lacks orders: no orders are taken until a recovery is finished. */
  recovery: {
    about: 'shop',
    page: 'settings',
    facts: ['cause', 'lostSince', 'quarantined'],
    told: ['cause'],
  },
  /** Money came to an address that a recovery skipped: its order is missing. */
  'lost-payment': {
    about: 'transfer',
    page: 'settings',
    facts: ['chain', 'amount', 'address', 'hash'],
    told: ['amount'],
  },
  /** A node of a chain contradicts what is configured, and is left out. */
  'node-left-out': { about: 'chain', page: 'settings', facts: ['nodes'], told: ['nodes'] },
  /** A rail takes no orders, for a reason that its operator has to look at. */
  'rail-closed': { about: 'rail', page: 'settings', facts: ['reason', 'lagS'], told: ['reason', 'lagS'] },
  /** The exchanges give no usable rate for a coin, or a currency of prices. */
  'no-rate': { about: 'coin', page: 'settings', facts: ['rateAt'], told: ['rateAt'] },
  /** An order waits for a decision by staff. */
  'order-review': { about: 'order', page: 'exceptions/:subject', facts: ['flags'], told: ['flags', 'due'] },
  /** A refund waits to be paid. */
  'refund-requested': {
    about: 'order',
    page: 'refunds',
    facts: ['refund', 'refundAddress'],
    told: ['refund'],
  },
  /** At the pace of the last days, the keys of an edition last less than a week. */
  'stock-low': { about: 'edition', page: 'keys/import', facts: ['free', 'daysLeft'], told: ['free'] },
  /** An edition that reserves keys takes no more orders. */
  'sold-out': { about: 'edition', page: 'keys/import', facts: ['waitingCopies'], told: [] },
  /** Paid orders of an edition wait, since there are too few keys. */
  'keys-missing': {
    about: 'edition',
    page: 'keys/import',
    facts: ['waitingCopies'],
    told: ['waitingCopies'],
  },
  /** Mails have not been sent for a while. */
  'mail-stuck': {
    about: 'shop',
    page: 'settings',
    facts: ['waitingMails', 'oldestS'],
    told: ['waitingMails'],
  },
  /** The mail server refuses most of what it is given. */
  'mails-refused': {
    about: 'shop',
    page: 'settings',
    facts: ['refused', 'reply'],
    told: ['reply', 'refused'],
  },
  /** Keys of paid orders have waited to be mailed for a while. */
  'keys-not-mailed': { about: 'shop', page: 'orders', facts: ['waitingKeys'], told: ['waitingKeys'] },
  /** A disk that the shop writes to has little room left. */
  'disk-low': {
    about: 'machine',
    page: 'settings',
    facts: ['place', 'freeRoom'],
    told: ['place', 'freeRoom'],
  },
  /** No orders are taken, since a disk is full. */
  'disk-full': {
    about: 'machine',
    page: 'settings',
    facts: ['place', 'freeRoom'],
    told: ['place', 'freeRoom'],
  },
  /** A machine's clock differs from the database's, or the database's from those of the nodes. */
  'clock-wrong': {
    about: 'machine',
    page: 'settings',
    facts: ['clockAheadS', 'clockBehindS'],
    told: ['clockAheadS', 'clockBehindS'],
  },
  /** Which keys were handed out cannot be recorded off the machine. */
  'record-failed': { about: 'machine', page: 'settings', facts: [], told: [] },
  /** A backup could not be written. */
  'backup-failed': { about: 'shop', page: 'settings', facts: ['failure', 'file'], told: ['failure'] },
  /** The newest backup is more than a day and a half old. */
  'backup-old': { about: 'shop', page: 'settings', facts: ['lastBackupAt', 'ageS'], told: ['ageS'] },
  /** The newest backup could not be restored on trial. */
  'restore-check-failed': { about: 'shop', page: 'settings', facts: ['failure', 'file'], told: ['failure'] },
} as const satisfies Readonly<Record<string, AlertRule>>

/** A kind of alert, a key of the table above. */
export type AlertKind = keyof typeof ALERT_KINDS

/** What the caller states of an alert of a kind; null where it is not known. */
export type AlertFacts<Kind extends AlertKind> = {
  readonly [Name in (typeof ALERT_KINDS)[Kind]['facts'][number]]: AlertFactValues[Name] | null
}

/** A fact that is known. */
export interface AlertFact {
  readonly name: AlertFactName
  readonly value: NonNullable<ReturnType<typeof readFact>>
}

/** What alerts of a kind are about. */
export function alertSubjectOf(kind: AlertKind): AlertSubject {
  return ALERT_KINDS[kind].about
}

/** Whether a text is a kind of alert that this release knows. */
export function isAlertKind(text: string): text is AlertKind {
  return Object.hasOwn(ALERT_KINDS, text)
}

/** Every kind of alert, in the order of the table. */
const ALERT_KIND_LIST = Object.keys(ALERT_KINDS) as AlertKind[]

/** The hash of the back office's page where an alert is dealt with, such as `#/keys/import`. */
export function alertPageOf(kind: AlertKind, subject: string): `#/${string}` {
  return `#/${ALERT_KINDS[kind].page.replace(':subject', () => encodeURIComponent(subject.toWellFormed()))}`
}

/** The stored facts of an alert that are known, its own first; those of an earlier release may be fewer. */
export function alertFactsOf(kind: AlertKind, stored: unknown): readonly AlertFact[] {
  const { about, facts } = ALERT_KINDS[kind]
  return knownFacts(about === 'order' ? [...facts, ...ORDER_FACTS] : facts, stored)
}

/** The facts that the subject of an alert's mail names. */
export function toldFactsOf(kind: AlertKind, stored: unknown): readonly AlertFact[] {
  return knownFacts(ALERT_KINDS[kind].told, stored)
}

function knownFacts(names: readonly AlertFactName[], stored: unknown): readonly AlertFact[] {
  const values = typeof stored === 'object' && stored !== null ? stored : {}
  return [...new Set(names)].flatMap((name) => {
    const value = readFact(name, (values as Readonly<Record<string, unknown>>)[name])
    return value === null ? [] : [{ name, value }]
  })
}

/** An open alert as the back office shows it. */
export const AlertRow = z.object({
  id: z.uuid(),
  kind: z.enum(ALERT_KIND_LIST),
  /** See {@link alertSubjectOf}. */
  subject: z.string(),
  raisedAt: IsoTimestamp,
  /** When its mail was queued; null if none was. */
  mailedAt: IsoTimestamp.nullable(),
  /** By name, see {@link alertFactsOf}. */
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()).readonly()])),
})
export type AlertRow = z.infer<typeof AlertRow>
/** All open alerts, newest first, at most 200. */
export const AlertListReply = z.object({ success: z.literal(true), alerts: z.array(AlertRow) })
/** The id in the path of an alert. */
export const AlertParams = z.object({ id: z.uuid() })
