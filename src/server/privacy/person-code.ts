import { createHmac } from 'node:crypto'

/**
 * Computes the code that stands for a person in the audit. The same e-mail has the same code, and without the
 * installation's secret it cannot be computed from a guessed e-mail.
 */
export function personCode(secret: Uint8Array, email: string): string {
  return createHmac('sha256', secret).update(`person ${email.toLowerCase()}`).digest('hex').slice(0, 16)
}
