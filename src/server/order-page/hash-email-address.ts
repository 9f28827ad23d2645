import { createHash } from 'node:crypto'

/** What mails to an address are counted by: limits keep no address. */
export function hashEmailAddress(email: string): string {
  return createHash('sha256').update(`recover ${email.trim().toLowerCase()}`).digest('hex').slice(0, 32)
}
