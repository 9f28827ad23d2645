import { randomUUID } from 'node:crypto'
import { createApiToken, findApiToken } from '#server/accounts/api-tokens.ts'
import type { Db } from '#server/db/database.ts'
import { createExternalOrder } from '#server/external-orders/create-external-order.ts'
import type { ExternalRecord } from '#server/external-orders/external-record.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { ExternalOrderRequest } from '#shared/program-orders.ts'
import { makePerson } from './account-fixture.ts'
import { testEditions } from './editions.ts'

/** The id of a token of a program that may sell. */
export async function sellingToken(db: Db, now: Date): Promise<string> {
  const actorId = await makePerson(db, `${randomUUID()}@example.com`, 'owner')
  const request = { action: 'create' as const, label: 'shop', scopes: ['orders:external' as const], days: 1 }
  const token = await createApiToken(db, request, { actorId, now })
  return (await findApiToken(db, token, now))?.id ?? ''
}

/** Delivers a sale made elsewhere, as a program with a token does. @param more what it says other than one copy to a buyer. */
export async function sellElsewhere(
  { db, clock, tokenId }: { readonly db: Db; readonly clock: Clock; readonly tokenId: string },
  more: Partial<ExternalOrderRequest> = {},
): Promise<ExternalRecord> {
  const result = await createExternalOrder(
    { db, clock, editions: testEditions(), languages: ['en'] },
    { reference: randomUUID(), email: 'buyer@example.com', edition: 'standard', quantity: 1, ...more },
    { tokenId, idempotencyKey: randomUUID() },
  )
  if (result.kind === 'refused') throw new Error(`the sale was refused: ${result.message}`)
  return result.record
}
