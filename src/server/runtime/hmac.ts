import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

const keyObjects = new WeakMap<Uint8Array, KeyObject>()

/**
 * Begins a keyed hash with a key that stays in memory. Node takes the bytes of a key five times as long as its key object, at
 * every call, so the object is kept for as long as the bytes are.
 *
 * @param key must not be changed afterwards.
 */
export function hmacWith(algorithm: 'sha256' | 'sha512', key: Uint8Array) {
  const known = keyObjects.get(key)
  if (known !== undefined) return createHmac(algorithm, known)
  const object = createSecretKey(key)
  keyObjects.set(key, object)
  return createHmac(algorithm, object)
}
