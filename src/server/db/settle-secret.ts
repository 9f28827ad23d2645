import {
  readSecrets,
  secretFile,
  secretPlace,
  secretIdOf,
  writeSecretOnce,
  type SecretSource,
} from '#server/secrets/secret-file.ts'
import type { Db } from './database.ts'

/** What a database knows of its installation's secret: the secret of an earlier release, or else its id. */
interface KnownSecret {
  readonly secret: Uint8Array | null
  readonly secret_id: string | null
}

/** The secret is missing, or it is another installation's. */
class InstallationSecretError extends Error {
  override readonly name = 'InstallationSecretError'
}

/**
 * Finds the secret of a database whose row is locked by the caller. The secret that an earlier release stored in the database
 * moves out of it: it is written to the data folder, and only then removed, so that it exists at every moment.
 */
export async function settleSecret(tx: Db, known: KnownSecret, source: SecretSource): Promise<Uint8Array> {
  const id = known.secret === null ? known.secret_id : secretIdOf(known.secret)
  if (known.secret === null) return requireSecret(await readSecrets(source), id, source)
  const outside = await readSecrets(source)
  const secrets = outside.length > 0 ? outside : await writeSecretOnce(source, known.secret)
  const secret = secrets.find((one) => secretIdOf(one) === id)
  if (secret === undefined) throw new InstallationSecretError(unlikeTheStoredOne(source))
  await tx.updateTable('installation').set({ secret: null, secret_id: id }).execute()
  return secret
}

/** @throws {InstallationSecretError} that says what to do, if none of the secrets has the id. */
export function requireSecret(
  secrets: readonly Uint8Array[],
  id: string | null,
  source: SecretSource,
): Uint8Array {
  const secret = secrets.find((one) => secretIdOf(one) === id)
  if (secret !== undefined) return secret
  const place = secretPlace(source)
  throw new InstallationSecretError(
    secrets.length === 0
      ? `the secret of this installation is missing: copy installation-secret from the data folder of the process that started first to ${place}, ` +
          'or set KEYHOLD_SECRET to its content; if it is lost for good, "secret abandon" says what is lost with it and begins anew (after "restore FILE --without-secret" where a backup is restored)'
      : `the secret in ${place} is another installation's: put the one there that this database was used with, or set DATABASE_URL or KEYHOLD_DATA to the right place`,
  )
}

function unlikeTheStoredOne(source: SecretSource): string {
  return source.secrets.length > 0
    ? 'this database still holds its own secret, and KEYHOLD_SECRET is another one: start once without KEYHOLD_SECRET, which moves the secret to ' +
        `${secretFile(source)}, and set KEYHOLD_SECRET to its content if you prefer`
    : `this database still holds its own secret, and ${secretFile(source)} belongs to another database: move that file away, or set another KEYHOLD_DATA`
}
