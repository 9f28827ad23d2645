import { createHash } from 'node:crypto'
import { deriveForRow } from './derive-key.ts'

/** 24 bytes, as 32 characters of base64url. */
const TOKEN_BYTES = 24

/**
 * Derives what the links of an entry of the waiting list contain: whoever has it can confirm the entry and end it, nothing
 * else. It is in the entry's mails, and not in the database.
 *
 * @returns 32 characters of base64url: 192 bits.
 */
export function waitingTokenFor(installationSecret: Uint8Array, entryId: string): string {
  return deriveForRow(installationSecret, 'waiting list', entryId)
    .subarray(0, TOKEN_BYTES)
    .toString('base64url')
}

/** The form in which the token of an entry is stored. */
export function hashWaitingToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
