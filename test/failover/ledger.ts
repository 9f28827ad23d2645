import { appendFileSync } from 'node:fs'
import type { ParsedMail } from 'mailparser'
import type { ReceivedWebhook } from '#test/webhook-receiver.ts'
import type { PaidNetwork } from './chains.ts'

/** An order as its buyer was told it. */
export interface ToldOrder {
  readonly id: string
  readonly address: string
  readonly amount: string
  readonly network: PaidNetwork
  readonly email: string
  readonly toldAt: number
}

/** A mail as the SMTP server took it: whom it went to, and what of value it contained. */
interface ToldMail {
  readonly email: string
  readonly keys: readonly string[]
  readonly addresses: readonly string[]
  readonly at: number
}

/** A message to the receiver of webhooks. */
interface ToldWebhook {
  /** The same for each attempt to send it. */
  readonly id: string
  readonly event: string
  /** Null if it is about no order. */
  readonly orderId: string | null
  /** When it happened, and what the order was then. */
  readonly facts: string
  readonly isSigned: boolean
  readonly at: number
}

/** A call that was answered after the time the shop promises, or not at all. */
interface SlowCall {
  readonly path: string
  readonly ms: number
  readonly at: number
}

/** An attempt to order that told the buyer no order. */
interface Refusal {
  readonly code: string
  readonly shop: string
  readonly ms: number
  readonly at: number
}

/** What left the shop and what it was paid. Times are of `performance.now()`. */
export interface LedgerEntries {
  readonly told: ReadonlyMap<string, ToldOrder>
  /** The transaction of each order that was paid. */
  readonly paid: ReadonlyMap<string, string>
  readonly mails: readonly ToldMail[]
  readonly webhooks: readonly ToldWebhook[]
}

/** What the world outside the shop's database knows. */
export interface Ledger extends LedgerEntries {
  readonly slowCalls: readonly SlowCall[]
  /** How often buyers were refused, by the code of the refusal. */
  readonly refusals: ReadonlyMap<string, number>
  addOrder(order: ToldOrder): void
  addPayment(id: string, transaction: string): void
  addMail(mail: ParsedMail): void
  addWebhook(webhook: ReceivedWebhook, isSigned: boolean): void
  addSlowCall(call: SlowCall): void
  addRefusal(refusal: Refusal): void
  /** The keys that were mailed to a buyer. */
  keysOf(email: string): readonly string[]
  /** A copy to be compared with a database that is read later. */
  snapshot(): LedgerEntries
}

/** The keys that the proof imports: nobody else makes such. */
export const keyText = (index: number) => `PROOF-${String(index).padStart(7, '0')}-KEYED`
const KEY = /\bPROOF-\d{7}-KEYED\b/g
/** Of regtest and of Ethereum; in the shop's own mails. */
const ADDRESS = /\bbcrt1q[0-9a-z]{38}\b|\b0x[0-9a-fA-F]{40}\b/g

/** @param file keeps every entry as a line of JSON, for whoever examines a broken promise; null keeps none. */
export function createLedger(file: string | null): Ledger {
  const told = new Map<string, ToldOrder>()
  const paid = new Map<string, string>()
  const mails: ToldMail[] = []
  const webhooks: ToldWebhook[] = []
  const keys = new Map<string, readonly string[]>()
  const slowCalls: SlowCall[] = []
  const refusals = new Map<string, number>()
  const keep = (kind: string, entry: object) => {
    if (file !== null) appendFileSync(file, `${JSON.stringify({ kind, ...entry })}\n`)
  }
  return {
    told,
    paid,
    mails,
    webhooks,
    slowCalls,
    refusals,
    addOrder(order) {
      told.set(order.id, order)
      keep('order', order)
    },
    addPayment(id, transaction) {
      paid.set(id, transaction)
      keep('payment', { id, transaction })
    },
    addMail(mail) {
      const entry = readMail(mail)
      mails.push(entry)
      keys.set(entry.email, [...(keys.get(entry.email) ?? []), ...entry.keys])
      keep('mail', entry)
    },
    addWebhook({ headers, json }, isSigned) {
      const { orderId } = json.data
      const entry = {
        id: String(headers['webhook-id']),
        event: json.type,
        orderId: typeof orderId === 'string' ? orderId : null,
        facts: `${json.timestamp} ${String(json.data.status)} ${String(json.data.flags)}`,
        isSigned,
        at: performance.now(),
      }
      webhooks.push(entry)
      keep('webhook', entry)
    },
    addSlowCall(call) {
      slowCalls.push(call)
      keep('slow', call)
    },
    addRefusal(refusal) {
      refusals.set(refusal.code, (refusals.get(refusal.code) ?? 0) + 1)
      keep('refusal', refusal)
    },
    keysOf: (email) => keys.get(email) ?? [],
    snapshot: () => ({
      told: new Map(told),
      paid: new Map(paid),
      mails: [...mails],
      webhooks: [...webhooks],
    }),
  }
}

function readMail({ to, text = '' }: ParsedMail): ToldMail {
  const first = Array.isArray(to) ? to[0] : to
  return {
    email: first?.value[0]?.address ?? '',
    keys: [...new Set(text.match(KEY))],
    addresses: [...new Set(text.match(ADDRESS))],
    at: performance.now(),
  }
}
