import { UnreadableKeyError, type KeyCipher, type StoredKey } from '#server/secrets/key-cipher.ts'
import { maskKey } from './mask-key.ts'

/** A key as staff see it. */
export interface ShownKey {
  readonly text: string
  readonly isMasked: boolean
}

/** Shown for a key that cannot be read, so that the rest of a list stays usable; `check` says why. */
const UNREADABLE: ShownKey = { text: '****', isMasked: true }

/** A key, whole or masked. Its mask shows the last group, which is stored as a hash only, so both need the key. */
export function showKey(cipher: KeyCipher, row: StoredKey, isPlain: boolean): ShownKey {
  const key = readKeyOrNull(cipher, row)
  if (key === null) return UNREADABLE
  return isPlain ? { text: key, isMasked: false } : { text: maskKey(key), isMasked: true }
}

/** A key's text; null if it cannot be read. */
export function readKeyOrNull(cipher: KeyCipher, row: StoredKey): string | null {
  try {
    return cipher.open(row)
  } catch (error) {
    if (error instanceof UnreadableKeyError) return null
    throw error
  }
}
