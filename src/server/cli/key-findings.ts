import type { Settings } from '#server/config/settings.ts'
import type { DatabaseReport } from '#server/db/inspect-database.ts'
import type { StoredKeysOfSecret } from '#server/db/inspect-keys.ts'
import { readKeyOrNull } from '#server/keys/show-key.ts'
import { createKeyCipher, type KeyCipher } from '#server/secrets/key-cipher.ts'
import { readSecrets, secretIdOf, secretPlace } from '#server/secrets/secret-file.ts'
import type { Finding } from './finding.ts'

const ABOUT = 'keys'

/** Whether the keys of the stock can be read, and all of them with the current secret. Reads one key of each secret. */
export async function keyFindings(
  settings: Settings,
  report: Pick<DatabaseReport, 'keys' | 'secretId'> | null,
): Promise<readonly Finding[]> {
  if (report?.keys == null) return []
  const { plain, secrets: stored, sealedLookupKey } = report.keys
  const secrets = await readSecrets(settings)
  const secret = secrets.find((one) => secretIdOf(one) === report.secretId)
  // the finding about the secret says what to do
  if (secret === undefined) return []
  const cipher = createKeyCipher({ secret, earlier: secrets, sealedLookupKey })
  const findings = stored
    .filter(({ secretId, isAbandoned }) => !isAbandoned || cipher.readableIds.includes(secretId))
    .flatMap((one) => findingsOf(one, cipher, secretPlace(settings)))
  if (plain > 0)
    findings.push({
      kind: 'warning',
      about: ABOUT,
      message: `${String(plain)} keys of an earlier release are not encrypted yet; the next start does it`,
    })
  const count = stored.reduce((sum, { keys }) => sum + keys, 0)
  return findings.length > 0
    ? findings
    : [{ kind: 'ok', about: ABOUT, message: `${String(count)} are encrypted with the secret in use` }]
}

function findingsOf(
  { secretId, keys, unsold, sample }: StoredKeysOfSecret,
  cipher: KeyCipher,
  place: string,
): Finding[] {
  if (!cipher.readableIds.includes(secretId)) {
    const message =
      `${String(keys)} keys, ${String(unsold)} of them unsold, cannot be read: they are encrypted with the secret ${secretId}, ` +
      `which is not in ${place}; put it there behind the present one. Until then their editions take no orders`
    return [{ kind: 'fault', about: ABOUT, message }]
  }
  if (readKeyOrNull(cipher, sample) === null)
    return [{ kind: 'fault', about: ABOUT, message: `key ${sample.id} is damaged: restore a backup` }]
  if (secretId === cipher.secretId) return []
  const message =
    `${String(keys)} keys are still encrypted with the earlier secret ${secretId}; stop the shop and run "secret rotate", ` +
    `and leave that secret in ${place} until then`
  return [{ kind: 'warning', about: ABOUT, message }]
}
