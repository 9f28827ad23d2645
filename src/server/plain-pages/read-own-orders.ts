import type { Db } from '#server/db/database.ts'
import { isOrderSecret } from '#server/secrets/order-secret.ts'
import { orderSecretsOf } from '#server/payments/open-order.ts'
import type { EditionId } from '#shared/editions.ts'
import type { OwnOrder } from '#shared/plain-facts.ts'
import * as z from 'zod'

/** A browser may send any number of order cookies; only this many are looked up. */
const IDS_MAX = 60
const LISTED_MAX = 20

/** Reads the orders for which a browser sent the right second secret, newest first. */
export async function readOwnOrders(
  { db, secret }: { readonly db: Db; readonly secret: Uint8Array },
  request: Parameters<typeof orderSecretsOf>[0],
  editionName: (edition: EditionId) => string,
): Promise<readonly OwnOrder[]> {
  const secrets = orderSecretsOf(request)
  const ids = [...secrets.keys()].filter((id) => z.uuid().safeParse(id).success).slice(0, IDS_MAX)
  if (ids.length === 0) return []
  const records = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at', 'desc')
    .execute()
  return records
    .filter((record) => isOrderSecret(secret, record, secrets.get(record.id) ?? ''))
    .slice(0, LISTED_MAX)
    .map((record) => ({
      id: record.id,
      createdAt: record.created_at.toISOString(),
      editionName: editionName(record.edition),
      quantity: record.quantity,
    }))
}
