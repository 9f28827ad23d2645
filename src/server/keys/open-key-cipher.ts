import type { Db } from '#server/db/database.ts'
import { createKeyCipher, type KeyCipher } from '#server/secrets/key-cipher.ts'
import { readSecrets, secretIdOf, type SecretSource } from '#server/secrets/secret-file.ts'

/**
 * Opens the cipher of a database that is stamped already.
 *
 * @param secret the one the database refers to; keys of the others in `source` can be read.
 */
export async function openKeyCipher(db: Db, secret: Uint8Array, source: SecretSource): Promise<KeyCipher> {
  const secrets = await readSecrets(source)
  const { sealed_lookup_key: sealedLookupKey } = await db
    .selectFrom('installation')
    .select('sealed_lookup_key')
    .executeTakeFirstOrThrow()
  const earlier = secrets.filter((one) => secretIdOf(one) !== secretIdOf(secret))
  return createKeyCipher({ secret, earlier, sealedLookupKey })
}
