import { orderSecretFor } from '#server/secrets/order-secret.ts'
import { createKeyCipher } from '#server/secrets/key-cipher.ts'
import { parseSecret } from '#server/secrets/secret-file.ts'

/** The installation secret of tests over a database of their own, as KEYHOLD_SECRET. */
export const TEST_SECRET_TEXT = 'a2V5aG9sZCB0ZXN0cyB1c2UgdGhpcyBvbmUgc2VjcmU'

const parsed = parseSecret(TEST_SECRET_TEXT)
if (parsed === null) throw new Error('expected 32 bytes in base64')

export const TEST_SECRET: Uint8Array = parsed

/** Seals and reads the keys of a database in tests whose shop has {@link TEST_SECRET}. */
export const TEST_CIPHER = createKeyCipher({ secret: TEST_SECRET })

/** The secret as `stampInstallation` takes it, without a data folder. */
export const TEST_SECRET_SOURCE = { dataFolder: '/nonexistent', secrets: [TEST_SECRET] } as const

/** The second secret of an order, in tests whose shop has {@link TEST_SECRET}. */
export function secretOf(order: { readonly id: string } | undefined): string {
  if (order === undefined) throw new Error('expected an order')
  return orderSecretFor(TEST_SECRET, order.id)
}
