import type { LedgerEntries, ToldOrder } from './ledger.ts'
import { STAFF_EMAIL } from './shops.ts'

/** What the shop's database holds about an order. */
export interface StoredOrder {
  readonly id: string
  readonly email: string
  readonly address: string
  readonly status: string
  readonly isDelivered: boolean
  readonly keys: readonly string[]
}

/** A promise that the shop broke. */
export interface BrokenPromise {
  readonly rule: Rule
  readonly message: string
}

const RULES = {
  'order-lost': 'an order that a buyer was told is not in the database',
  'order-changed': 'an order has another address than its buyer was told',
  'address-twice': 'two buyers were told one address',
  'key-twice': 'a key was mailed to two buyers',
  'key-not-sold': 'a key was mailed for an order that the database does not show as delivered with it',
  'key-unpaid': 'a key was mailed for an order that nobody paid',
  'not-confirmed': 'a paid order was not confirmed and delivered in time',
  'not-mailed': 'the keys of a delivered order did not arrive in time',
  'webhook-missing': 'an event of a delivered order did not arrive at the receiver of webhooks in time',
  'webhook-twice': 'an event of an order arrived with two ids',
  'webhook-unsigned': 'a webhook was not signed with its secret',
  'webhook-unpaid': 'a webhook told of an order that nobody paid as paid',
  'webhook-lost': 'a webhook told of an order that is not in the database',
  'slow-call': 'a call was not answered within 15 seconds',
  ended: 'a process ended by itself',
  'not-static': 'a static page was not served',
  'not-recovered': 'a process did not sell, confirm and mail within 20 seconds after the end of a fault',
  'not-repaired': 'the database did not become redundant again',
  'no-recovery': 'the shop did not notice that its database came back older',
  'sold-older':
    'an order was taken or a key mailed after the database came back older and before the recovery ended',
  'money-unknown': 'a payment to a lost order is not among what the recovery found',
} as const satisfies Readonly<Record<string, string>>

export type Rule = keyof typeof RULES

/** What the shop may have lost: nothing, or orders and deliveries of a failover that was known to lose some. */
export type Losses = 'none' | 'some'

/**
 * Compares the ledger with the database after everything has settled.
 *
 * @param paid the orders whose payment is old enough to be settled.
 * @param losses `some`: orders and deliveries may be missing in the database, but nothing of them may be used again.
 */
export function findBroken(
  ledger: LedgerEntries,
  stored: readonly StoredOrder[],
  losses: Losses,
  paid: ReadonlySet<string> = new Set(ledger.paid.keys()),
): readonly BrokenPromise[] {
  const byId = new Map(stored.map((order) => [order.id, order]))
  const keys = new Set(ledger.mails.flatMap((mail) => mail.keys.map((key) => `${key} ${mail.email}`)))
  const isMailed = (key: string, email: string) => keys.has(`${key} ${email}`)
  return [
    ...[...ledger.told.values()].flatMap((order) =>
      judgeOrder(order, byId.get(order.id), { losses, isMailed, isPaid: paid.has(order.id) }),
    ),
    ...judgeTwice(ledger),
    ...judgeKeys(ledger, stored, losses),
  ]
}

interface OrderFacts {
  readonly losses: Losses
  readonly isPaid: boolean
  readonly isMailed: (key: string, email: string) => boolean
}

function judgeOrder(
  told: ToldOrder,
  stored: StoredOrder | undefined,
  { losses, isPaid, isMailed }: OrderFacts,
): readonly BrokenPromise[] {
  if (stored === undefined) return losses === 'some' ? [] : [broken('order-lost', told.id)]
  if (stored.address.toLowerCase() !== told.address.toLowerCase()) return [broken('order-changed', told.id)]
  if (!isPaid) return []
  if (!stored.isDelivered) return [broken('not-confirmed', `${told.id} is ${stored.status}`)]
  return stored.keys.every((key) => isMailed(key, told.email)) ? [] : [broken('not-mailed', told.id)]
}

/** Each address and each key left the shop for one buyer only. */
function judgeTwice(ledger: LedgerEntries): readonly BrokenPromise[] {
  // staff are told of payments to lost orders
  const toBuyers = ledger.mails.filter(({ email }) => email !== STAFF_EMAIL)
  const addresses = [
    ...[...ledger.told.values()].map(({ address, email }) => [address.toLowerCase(), email] as const),
    ...toBuyers.flatMap(({ addresses: all, email }) =>
      all.map((address) => [address.toLowerCase(), email] as const),
    ),
  ]
  const keys = ledger.mails.flatMap(({ keys: all, email }) => all.map((key) => [key, email] as const))
  return [
    ...withTwoBuyers(addresses).map((address) => broken('address-twice', address)),
    ...withTwoBuyers(keys).map((key) => broken('key-twice', key)),
  ]
}

/** @param pairs of a thing and its buyer. */
function withTwoBuyers(pairs: readonly (readonly [string, string])[]): readonly string[] {
  const buyers = new Map<string, Set<string>>()
  for (const [thing, buyer] of pairs) buyers.set(thing, (buyers.get(thing) ?? new Set()).add(buyer))
  return [...buyers].filter(([, of]) => of.size > 1).map(([thing]) => thing)
}

function judgeKeys(
  ledger: LedgerEntries,
  stored: readonly StoredOrder[],
  losses: Losses,
): readonly BrokenPromise[] {
  const buyerOf = new Map(stored.flatMap(({ keys, email }) => keys.map((key) => [key, email] as const)))
  const paidEmails = new Set([...ledger.paid.keys()].map((id) => ledger.told.get(id)?.email))
  return ledger.mails.flatMap(({ email, keys }) =>
    keys.flatMap((key) => [
      ...(losses === 'none' && buyerOf.get(key) !== email ? [broken('key-not-sold', `${key} ${email}`)] : []),
      ...(paidEmails.has(email) ? [] : [broken('key-unpaid', `${key} ${email}`)]),
    ]),
  )
}

export function broken(rule: Rule, message: string): BrokenPromise {
  return { rule, message }
}
