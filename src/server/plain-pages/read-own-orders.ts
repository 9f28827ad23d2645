import type { Db } from '#server/db/database.ts'
import { isOrderSecret, orderSecretsOf } from '#server/payments/open-order.ts'
import type { EditionId } from '#shared/editions.ts'
import type { OwnOrder } from '#shared/plain-facts.ts'
import * as z from 'zod'

/** A browser may say it holds any number of orders; no more than these are looked for. */
const IDS_MAX = 60
const LISTED_MAX = 20

/** The orders whose second secret a browser really holds, newest first. */
export async function readOwnOrders(
  db: Db,
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
    .filter((record) => isOrderSecret(record, secrets.get(record.id) ?? ''))
    .slice(0, LISTED_MAX)
    .map((record) => ({
      id: record.id,
      createdAt: record.created_at.toISOString(),
      editionName: editionName(record.edition),
      quantity: record.quantity,
    }))
}
