import { hkdfSync } from 'node:crypto'
import { hmacWith } from '#server/runtime/hmac.ts'

const KEY_BYTES = 32
const keys = new WeakMap<Uint8Array, Map<string, Buffer>>()

/**
 * Derives the key for one purpose of the installation's secret, once for as long as the secret is in memory.
 *
 * @param installationSecret must not be changed afterwards.
 * @param purpose one of a fixed set of names.
 * @returns 32 bytes, shared by all who ask.
 */
export function deriveKey(installationSecret: Uint8Array, purpose: string): Buffer {
  const known = keys.get(installationSecret)?.get(purpose)
  if (known !== undefined) return known
  const key = Buffer.from(hkdfSync('sha256', installationSecret, '', `keyhold ${purpose}`, KEY_BYTES))
  const ofSecret = keys.get(installationSecret) ?? new Map<string, Buffer>()
  keys.set(installationSecret, ofSecret.set(purpose, key))
  return key
}

/** Derives 32 bytes for one purpose of the installation's secret and one row, by its UUID. */
export function deriveForRow(installationSecret: Uint8Array, purpose: string, id: string): Buffer {
  return hmacWith('sha256', deriveKey(installationSecret, purpose)).update(id.toLowerCase()).digest()
}
