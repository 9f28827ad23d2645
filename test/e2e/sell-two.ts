import type { APIRequestContext } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { createApiToken } from '#server/accounts/api-tokens.ts'
import { changeKeyHold } from '#server/key-release/change-key-hold.ts'
import { generateKeys } from '#server/keys/generate-keys.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { makePerson } from '#test/account-fixture.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { expect, type ServedShop } from './shop.ts'

/**
 * Two sales made elsewhere: one of a standard edition that is delivered, one of two supporter editions that wait for the
 * release, until {@link releaseKeys}.
 */
export async function sellTwo(
  shop: ServedShop,
  request: APIRequestContext,
  prefix: string,
  email = 'card@example.com',
): Promise<void> {
  const { db } = shop
  const actorId = await makePerson(db, `${randomUUID()}@shop.example`, 'owner')
  const wish = { action: 'create' as const, label: 'Card', scopes: ['orders:external' as const], days: 1 }
  const token = await createApiToken(db, wish, { actorId, now: systemClock() })
  await db.transaction().execute(async (tx) => {
    await generateKeys(tx, TEST_CIPHER, 'standard', 1)
    await generateKeys(tx, TEST_CIPHER, 'supporter', 2)
  })
  await changeKeyHold(db, { edition: 'supporter', isHeld: true }, { actorId, now: systemClock() })
  for (const [reference, edition, quantity] of [
    [`${prefix}_1`, 'standard', 1],
    [`${prefix}_2`, 'supporter', 2],
  ] as const) {
    const reply = await request.post('/api/v1/orders/external', {
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      data: { reference, email, edition, quantity },
    })
    expect(reply.status()).toBe(200)
  }
}

/** The supporter edition's keys wait for the release no longer. */
export async function releaseKeys({ db }: ServedShop): Promise<void> {
  const actorId = await makePerson(db, `${randomUUID()}@shop.example`, 'owner')
  await changeKeyHold(db, { edition: 'supporter', isHeld: false }, { actorId, now: systemClock() })
}
