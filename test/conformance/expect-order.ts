import { sql } from 'kysely'
import { expect } from 'vitest'
import type { PaymentFlag, PaymentStatus } from '#shared/payment-status.ts'
import type { Order, Shop } from './shop.ts'

export interface Expected {
  readonly status: PaymentStatus
  /** Default none. */
  readonly flags?: readonly PaymentFlag[]
  /** In atoms. */
  readonly received: bigint
  /** The number of transfers on the current chain; not checked if absent. */
  readonly transfers?: number
  /** Whether its keys were delivered. */
  readonly isDelivered?: boolean
}

/** Compares an order in the database with the expected values, exact to the atom and to the key. */
export async function expectOrder(shop: Shop, order: Order, expected: Expected): Promise<void> {
  const record = await shop.db
    .selectFrom('payments')
    .select(['status', 'flags', 'received_atoms', 'delivered_at'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const isDelivered = expected.isDelivered ?? expected.status === 'confirmed'
  const found = {
    status: record.status,
    flags: record.flags,
    received: record.received_atoms,
    transfers: expected.transfers === undefined ? undefined : await countTransfers(shop, order),
    isDelivered: record.delivered_at !== null,
  }
  expect(found).toEqual({
    status: expected.status,
    flags: expected.flags ?? [],
    received: expected.received,
    transfers: expected.transfers,
    isDelivered,
  })
  expect(await countDeliveries(shop, order)).toEqual({
    keys: isDelivered ? order.quantity : 0,
    mails: isDelivered ? 1 : 0,
  })
}

async function countTransfers(shop: Shop, order: Order): Promise<number> {
  const rows = await shop.db
    .selectFrom('transfers')
    .select('tx_hash')
    .where('payment_id', '=', order.id)
    .where('lost_at', 'is', null)
    .execute()
  return rows.length
}

async function countDeliveries(shop: Shop, order: Order): Promise<{ keys: number; mails: number }> {
  const keys = await shop.db
    .selectFrom('game_keys')
    .select(['id', 'key_hash'])
    .where('payment_id', '=', order.id)
    .execute()
  const mails = await shop.db
    .selectFrom('mails')
    .select('id')
    .where('payment_id', '=', order.id)
    .where('template', '=', 'keys')
    .execute()
  return { keys: new Set(keys.map((one) => one.key_hash?.toString('hex'))).size, mails: mails.length }
}

/** Invariants of the whole shop: no order has too many keys, none has keys without being paid, no money counts twice. */
export async function expectNothingTwice(shop: Shop): Promise<void> {
  const { rows: wrong } = await sql<{ id: string }>`
    select p.id from payments p
    where (select count(*) from game_keys k where k.payment_id = p.id)
        <> case when p.delivered_at is null then 0 else p.quantity end
      or (select count(*) from mails m where m.payment_id = p.id and m.template = 'keys')
        <> case when p.delivered_at is null then 0 else 1 end
      or (select count(*) from payment_events e where e.payment_id = p.id and e.kind = 'delivered')
        <> case when p.delivered_at is null then 0 else 1 end
      or p.received_atoms > (select coalesce(sum(t.atoms), 0) from transfers t
        where t.payment_id = p.id and t.lost_at is null)`.execute(shop.db)
  expect(wrong).toEqual([])
}
