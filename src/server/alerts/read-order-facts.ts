import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { AlertFactValues } from '#shared/alert-facts.ts'
import type { ORDER_FACTS } from '#shared/alerts.ts'
import { amountWithAsset } from '#shared/assets.ts'
import { isNetwork, railOf } from '#shared/rails.ts'

type OrderFactValues = {
  readonly [Name in (typeof ORDER_FACTS)[number]]: AlertFactValues[Name] | null
}

const UUID_FORM = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads what every alert about an order states of it; nothing if there is no such order. */
export async function readOrderFacts(tx: Db, orderId: string): Promise<OrderFactValues | object> {
  if (!UUID_FORM.test(orderId)) return {}
  const order = await tx
    .selectFrom('payments')
    .select(['edition', 'quantity', 'price_usd_cents', 'crypto_network', 'due_atoms', 'received_atoms'])
    .select('payment_address')
    // without one that completes it, the newest
    .select(
      sql<string | null>`coalesce(transaction_hash, (
        select tx_hash from transfers where payment_id = payments.id order by seen_at desc limit 1))`.as(
        'hash',
      ),
    )
    .where('id', '=', orderId)
    .executeTakeFirst()
  if (order === undefined || !isNetwork(order.crypto_network)) return {}
  const { chain, asset } = railOf(order.crypto_network)
  return {
    edition: order.edition,
    copies: order.quantity,
    price: order.price_usd_cents,
    rail: order.crypto_network,
    due: amountWithAsset(chain, asset, order.due_atoms),
    received: amountWithAsset(chain, asset, order.received_atoms),
    address: order.payment_address,
    hash: order.hash,
  } satisfies OrderFactValues
}
