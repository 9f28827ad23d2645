import { broken, type BrokenPromise, type Losses, type StoredOrder } from './judge.ts'
import type { LedgerEntries } from './ledger.ts'

/** What a receiver is told of every order that was paid and delivered. */
const EVENTS_OF_DELIVERED = ['order.created', 'order.confirmed', 'order.delivered'] as const

/**
 * Compares the webhooks that arrived with the database, after the orders have settled: each event of a delivered order arrives at
 * least once, always with the id of its first time.
 *
 * @param paid the orders whose payment is old enough to be settled.
 * @param losses `some`: an event that was lost may happen again, with another id.
 */
export function findBrokenWebhooks(
  { webhooks, paid: paidAtAll }: LedgerEntries,
  stored: readonly StoredOrder[],
  losses: Losses,
  paid: ReadonlySet<string>,
): readonly BrokenPromise[] {
  const ids = new Map<string, Map<string, string>>()
  for (const { orderId, event, id, facts } of webhooks)
    if (orderId !== null) {
      const of = `${event} ${orderId}`
      ids.set(of, (ids.get(of) ?? new Map()).set(id, facts))
    }
  const known = new Set(stored.map(({ id }) => id))
  const isUnpaid = (orderId: string) => !paidAtAll.has(orderId)
  return [
    ...stored
      .filter(({ id, isDelivered }) => isDelivered && paid.has(id))
      .flatMap(({ id }) => EVENTS_OF_DELIVERED.map((event) => `${event} ${id}`))
      .filter((of) => !ids.has(of))
      .map((of) => broken('webhook-missing', of)),
    ...webhooks.filter(({ isSigned }) => !isSigned).map(({ id }) => broken('webhook-unsigned', id)),
    ...webhooks.flatMap(({ event, orderId, id }) =>
      orderId !== null && event !== 'order.created' && isUnpaid(orderId)
        ? [broken('webhook-unpaid', `${event} ${orderId} ${id}`)]
        : [],
    ),
    ...(losses === 'some' ? [] : judgeStored(ids, webhooks, known)),
  ]
}

function judgeStored(
  ids: ReadonlyMap<string, ReadonlyMap<string, string>>,
  webhooks: LedgerEntries['webhooks'],
  known: ReadonlySet<string>,
): readonly BrokenPromise[] {
  return [
    ...[...ids]
      .filter(([, of]) => of.size > 1)
      .map(([event, of]) =>
        broken('webhook-twice', `${event}: ${[...of].map((one) => one.join(' at ')).join(', ')}`),
      ),
    ...webhooks.flatMap(({ event, orderId, id }) =>
      orderId !== null && !known.has(orderId) ? [broken('webhook-lost', `${event} ${orderId} ${id}`)] : [],
    ),
  ]
}
