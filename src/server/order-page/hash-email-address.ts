import { createHash } from 'node:crypto'

/** Hashes an e-mail address for the rate limits, which must store no address. */
export function hashEmailAddress(email: string): string {
  return createHash('sha256').update(`recover ${email.trim().toLowerCase()}`).digest('hex').slice(0, 32)
}
