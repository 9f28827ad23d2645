import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Payments } from '#server/db/schema.ts'
import { hashOrderSecret } from '#server/secrets/order-secret.ts'

let nextIndex = 0

/** Inserts a payment row, for tests of data that refers to one. */
export async function insertPayment(db: Db, values: Partial<Insertable<Payments>> = {}): Promise<string> {
  const id = randomUUID()
  const index = nextIndex++
  await db
    .insertInto('wallets')
    .values({ fingerprint: 'test-wallet', wallet: 'bitcoin' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('payments')
    .values({
      id,
      created_at: new Date('2026-11-20T12:00:00Z'),
      expires_at: new Date('2026-11-20T12:15:00Z'),
      language: 'en',
      user_email: 'buyer@example.com',
      wallet_address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      order_secret_hash: hashOrderSecret('secret'),
      check_code: '0'.repeat(20),
      edition: 'standard',
      quantity: 1,
      unit_price_cents: 6399,
      crypto_type: 'bitcoin',
      crypto_network: 'bitcoin',
      is_simulated: true,
      due_atoms: 106650n,
      rate_e8: 6_000_000_000_000n,
      rate_sources: 'fixed',
      rate_at: new Date('2026-11-20T12:00:00Z'),
      wallet: 'bitcoin',
      wallet_fingerprint: 'test-wallet',
      derivation_index: index,
      payment_address: `bc1qtest${String(index)}`,
      required_confirmations: 1,
      ...values,
    })
    .execute()
  return values.id ?? id
}
