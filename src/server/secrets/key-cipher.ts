import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'
import { deriveKey } from './derive-key.ts'
import { hmacWith } from '#server/runtime/hmac.ts'
import { secretIdOf } from './secret-file.ts'

/** What a key's ciphertext is bound to, so that the contents of two rows cannot be swapped. */
export interface KeyPlace {
  /** Of the row in `game_keys`. */
  readonly id: string
  readonly game_edition: string
}

/** The columns of a row from which its key is read. */
export interface StoredKey extends KeyPlace {
  readonly sealed_key: Buffer | null
  readonly sealed_with: string | null
}

/** The columns of a new row that hold its key. */
export interface SealedKey {
  readonly sealed_key: Buffer
  readonly sealed_with: string
  readonly key_hash: Buffer
  readonly last_group_hash: Buffer
}

/** A stored key cannot be read; the message says why, and never what is stored. */
export class UnreadableKeyError extends Error {
  constructor(id: string, reason: string) {
    super(`key ${id} cannot be read: ${reason}`)
    this.name = 'UnreadableKeyError'
  }
}

/** Encrypts the keys of the stock, reads them, and computes what they are searched by. */
export interface KeyCipher {
  /** Of the secret that keys are sealed with. */
  readonly secretId: string
  /** Of all secrets whose keys can be read. */
  readonly readableIds: readonly string[]
  /** AES-256-GCM with a random nonce; the same key is sealed differently each time. */
  seal(key: string, place: KeyPlace): SealedKey
  /** @throws {UnreadableKeyError} if its secret is missing, or the row was changed by anything but Keyhold. */
  open(row: StoredKey): string
  /** HMAC of a whole key: 16 bytes. */
  hashKey(key: string): Buffer
  /** HMAC of a key's last group, or of what may be one: 16 bytes. */
  hashLastGroup(group: string): Buffer
  /** The lookup key sealed with a secret, for the row of `installation`; {@link createKeyCipher} takes it. */
  sealLookupKey(secret: Uint8Array): Buffer
}

interface CipherSecrets {
  /** The installation's secret. */
  readonly secret: Uint8Array
  /** Earlier ones, whose keys can still be read. */
  readonly earlier?: readonly Uint8Array[]
  /** `installation.sealed_lookup_key`; null if it is derived from the installation's secret. */
  readonly sealedLookupKey?: Uint8Array | null
}

// version (1) || nonce (12) || ciphertext || tag (16)
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const HASH_BYTES = 16
const LOOKUP_PLACE = 'keyhold lookup key'

/** Creates the cipher of an installation. Its keys are derived from the secrets by HKDF, each for one purpose. */
export function createKeyCipher({ secret, earlier = [], sealedLookupKey = null }: CipherSecrets): KeyCipher {
  const secretId = secretIdOf(secret)
  // Node takes bytes four times as long as a key object, at every call
  const sealingKeyOf = (one: Uint8Array) => createSecretKey(deriveKey(one, 'game keys'))
  const sealingKeys = new Map([...earlier, secret].map((one) => [secretIdOf(one), sealingKeyOf(one)]))
  const sealingKey = sealingKeyOf(secret)
  const lookupKey =
    sealedLookupKey === null
      ? deriveKey(secret, 'key lookup')
      : decrypt(deriveKey(secret, 'lookup key'), sealedLookupKey, LOOKUP_PLACE)
  const hash = (purpose: string, text: string) =>
    hmacWith('sha256', lookupKey).update(`${purpose}\0${text}`).digest().subarray(0, HASH_BYTES)
  const hashKey = (key: string) => hash('key', key)
  const hashLastGroup = (group: string) => hash('last group', group)
  return {
    secretId,
    readableIds: [...sealingKeys.keys()],
    seal: (key, place) => ({
      sealed_key: encrypt(sealingKey, Buffer.from(key), nameOf(place)),
      sealed_with: secretId,
      key_hash: hashKey(key),
      last_group_hash: hashLastGroup(lastGroupOf(key)),
    }),
    open: (row) => {
      if (row.sealed_key === null || row.sealed_with === null)
        throw new UnreadableKeyError(row.id, 'it is not sealed yet; start the shop once')
      const sealedBy = sealingKeys.get(row.sealed_with)
      if (sealedBy === undefined)
        throw new UnreadableKeyError(row.id, `its secret, with the id ${row.sealed_with}, is missing`)
      try {
        return decrypt(sealedBy, row.sealed_key, nameOf(row)).toString()
      } catch {
        throw new UnreadableKeyError(row.id, 'the row is damaged, or its content belongs to another row')
      }
    },
    hashKey,
    hashLastGroup,
    sealLookupKey: (next) => encrypt(deriveKey(next, 'lookup key'), lookupKey, LOOKUP_PLACE),
  }
}

function nameOf({ id, game_edition }: KeyPlace): string {
  return `keyhold game key ${id} ${game_edition}`
}

function lastGroupOf(key: string): string {
  return key.slice(key.lastIndexOf('-') + 1)
}

function encrypt(key: KeyObject | Uint8Array, plain: Uint8Array, associated: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(associated))
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** @throws if the key, the bytes or what they are bound to are not those of {@link encrypt}. */
function decrypt(key: KeyObject | Uint8Array, sealed: Uint8Array, associated: string): Buffer {
  if (sealed[0] !== VERSION) throw new Error(`expected version ${String(VERSION)}, got ${String(sealed[0])}`)
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(associated))
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES, -TAG_BYTES)), decipher.final()])
}
