import * as z from 'zod'
import { IsoTimestamp } from './api-fields.ts'

/** What an alert's subject is: an order's id, the name of a chain, rail, coin, edition or machine, or the word `shop`. */
type AlertSubject = 'order' | 'chain' | 'rail' | 'coin' | 'edition' | 'machine' | 'shop'

/** Every kind of alert, and what it is about. A new kind is a row here and its words in `admin-alerts.ts`. */
const ALERT_KINDS = {
  /** A paid order waits, since two nodes have not agreed about it. */
  'nodes-not-agreed': { about: 'order' },
  /** Money of an order is in a block that the shop had passed when the order was made, but its time is later. */
  'payment-predates-order': { about: 'order' },
  /** A payout of a refund is recorded and mined, but two nodes have not agreed about it. */
  'payout-not-agreed': { about: 'order' },
  /** The value handed out on the word of a single node has reached its limit; further orders wait. */
  'single-node-limit': { about: 'shop' },
  /** The issuer of a token has frozen the payment address of an order: what lies there cannot be moved. */
  'issuer-freeze': { about: 'order' },
  /** Signing in to an account of the staff failed often in a day. */
  'sign-ins-failed': { about: 'shop' },
  /** Orders are refused, since too many are unpaid in the whole shop. */
  'unpaid-orders-limit': { about: 'shop' },
  /** The database was restored or lacks orders: no orders are taken until a recovery is finished. */
  recovery: { about: 'shop' },
  /** Money came to an address that a recovery skipped: its order is missing. */
  'lost-payment': { about: 'shop' },
  /** A node of a chain contradicts what is configured, and is left out. */
  'node-left-out': { about: 'chain' },
  /** A rail takes no orders, for a reason that its operator has to look at. */
  'rail-closed': { about: 'rail' },
  /** The exchanges give no usable rate for a coin. */
  'no-rate': { about: 'coin' },
  /** An order waits for a decision by staff. */
  'order-review': { about: 'order' },
  /** A refund waits to be paid. */
  'refund-requested': { about: 'order' },
  /** At the pace of the last days, the keys of an edition last less than a week. */
  'stock-low': { about: 'edition' },
  /** An edition that reserves keys takes no more orders. */
  'sold-out': { about: 'edition' },
  /** Paid orders of an edition wait, since there are too few keys. */
  'keys-missing': { about: 'edition' },
  /** Mails have not been sent for a while. */
  'mail-stuck': { about: 'shop' },
  /** The mail server refuses most of what it is given. */
  'mails-refused': { about: 'shop' },
  /** Keys of paid orders have waited to be mailed for a while. */
  'keys-not-mailed': { about: 'shop' },
  /** A disk that the shop writes to has little room left. */
  'disk-low': { about: 'machine' },
  /** No orders are taken, since a disk is full. */
  'disk-full': { about: 'machine' },
  /** A machine's clock differs from the database's, or the database's from those of the nodes. */
  'clock-wrong': { about: 'machine' },
  /** Which keys were handed out cannot be recorded off the machine. */
  'record-failed': { about: 'machine' },
  /** A backup could not be written. */
  'backup-failed': { about: 'shop' },
  /** The newest backup is more than a day and a half old. */
  'backup-old': { about: 'shop' },
  /** The newest backup could not be restored on trial. */
  'restore-check-failed': { about: 'shop' },
} as const satisfies Readonly<Record<string, { readonly about: AlertSubject }>>

/** A kind of alert, a key of the table above. */
export type AlertKind = keyof typeof ALERT_KINDS

/** What alerts of a kind are about. */
export function alertSubjectOf(kind: AlertKind): AlertSubject {
  return ALERT_KINDS[kind].about
}

/** Whether a text is a kind of alert that this release knows. */
export function isAlertKind(text: string): text is AlertKind {
  return Object.hasOwn(ALERT_KINDS, text)
}

/** How long the keys of an edition last, as it was when the alert was raised. */
const StockForecast = z.object({
  free: z.int().nonnegative(),
  /** At the pace of the last seven days, rounded down. */
  daysLeft: z.int().nonnegative(),
})
/** A value that the schema of the same name accepts. */
export type StockForecast = z.infer<typeof StockForecast>

/** The forecast in the facts of an alert of the kind `stock-low`; null in those of another kind. */
export function stockForecastOf(kind: AlertKind, facts: unknown): StockForecast | null {
  return kind === 'stock-low' ? (StockForecast.safeParse(facts).data ?? null) : null
}

/** An open alert as the back office shows it. */
export const AlertRow = z.object({
  id: z.uuid(),
  kind: z.enum(Object.keys(ALERT_KINDS) as AlertKind[]),
  /** See {@link alertSubjectOf}. */
  subject: z.string(),
  raisedAt: IsoTimestamp,
  /** When its mail was queued; null if none was. */
  mailedAt: IsoTimestamp.nullable(),
  /** Of the kind `stock-low`; else null. */
  stock: StockForecast.nullable(),
})
/** A value that the schema of the same name accepts. */
export type AlertRow = z.infer<typeof AlertRow>
/** All open alerts, newest first, at most 200. */
export const AlertListReply = z.object({ success: z.literal(true), alerts: z.array(AlertRow) })
/** The id in the path of an alert. */
export const AlertParams = z.object({ id: z.uuid() })
