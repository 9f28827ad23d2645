import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '#server/runtime/sync-folder.ts'

/** Where the installation's secret is kept. */
export interface SecretSource {
  /** KEYHOLD_DATA. */
  readonly dataFolder: string
  /** The secrets of KEYHOLD_SECRET, 32 bytes each; empty: they are in the data folder. */
  readonly secrets: readonly Uint8Array[]
}

/** The file holds no secret, or others can read it. */
class SecretFileError extends Error {
  override readonly name = 'SecretFileError'
}

const FILE = 'installation-secret'
const BYTES = 32

/** The path of the secret's file. */
export function secretFile({ dataFolder }: Pick<SecretSource, 'dataFolder'>): string {
  return join(dataFolder, FILE)
}

/** Where the secret is kept, for messages. */
export function secretPlace(source: SecretSource): string {
  return source.secrets.length > 0 ? 'KEYHOLD_SECRET' : secretFile(source)
}

/** Identifies a secret without revealing it: 16 hexadecimal digits. */
export function secretIdOf(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('keyhold secret id').digest('hex').slice(0, 16)
}

/** Reads a secret in base64 or base64url; null for anything but 32 bytes. */
export function parseSecret(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return null
  const secret = Buffer.from(text, 'base64url')
  return secret.length === BYTES ? secret : null
}

/** Reads the secrets of KEYHOLD_SECRET, else those of the file; none if neither exists. */
export async function readSecrets(source: SecretSource): Promise<readonly Uint8Array[]> {
  return source.secrets.length > 0 ? source.secrets : readSecretFile(source)
}

/**
 * Writes `secret`, or a random one, to the data folder, readable by its owner only and flushed to the disk. If the file exists
 * already it is left as it is: of several processes one writes.
 *
 * @returns the secrets of the file.
 */
export async function writeSecretOnce(
  source: SecretSource,
  secret: Uint8Array = randomBytes(BYTES),
): Promise<readonly Uint8Array[]> {
  await mkdir(source.dataFolder, { recursive: true })
  const draft = await writeDraft(source, [secret])
  try {
    // atomic, and fails if the file exists
    await link(draft, secretFile(source)).catch((error: unknown) => {
      if (!isCode(error, 'EEXIST')) throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(source.dataFolder)
  return readSecretFile(source)
}

/**
 * Puts a random secret before those of the file, atomically. The others stay, since what they sealed is still to be read.
 *
 * @returns the new secret.
 */
export async function prependSecret(source: SecretSource): Promise<Uint8Array> {
  const secret = randomBytes(BYTES)
  const secrets = [secret, ...(await readSecretFile(source))]
  const draft = await writeDraft(source, secrets)
  await rename(draft, secretFile(source))
  await syncFolder(source.dataFolder)
  return secret
}

/** Writes secrets, one per line, to a file beside, readable by its owner only and flushed to the disk. */
async function writeDraft(source: SecretSource, secrets: readonly Uint8Array[]): Promise<string> {
  const draft = join(source.dataFolder, `.${FILE}.${randomUUID()}`)
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(secrets.map((one) => `${Buffer.from(one).toString('base64url')}\n`).join(''))
    await file.sync()
    return draft
  } finally {
    await file.close()
  }
}

async function readSecretFile(source: SecretSource): Promise<readonly Uint8Array[]> {
  const path = secretFile(source)
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return null
    throw new SecretFileError(`expected to read ${path}; start Keyhold as the user who started it first`)
  })
  if (file === null) return []
  try {
    if (((await file.stat()).mode & 0o077) !== 0)
      throw new SecretFileError(
        `others can read ${path}, the secret of this installation; run: chmod 600 ${path}`,
      )
    const secrets = (await file.readFile('utf8')).trim().split('\n').map(parseSecret)
    if (!secrets.every((secret) => secret !== null))
      throw new SecretFileError(`${path} is damaged; restore it from where you keep a copy`)
    return secrets
  } finally {
    await file.close()
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
