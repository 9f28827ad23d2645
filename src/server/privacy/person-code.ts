import { createHmac } from 'node:crypto'

/**
 * Names a person in the audit without the e-mail: the same person has the same code, and nobody without the installation's
 * secret can try e-mails on it.
 */
export function personCode(secret: Uint8Array, email: string): string {
  return createHmac('sha256', secret).update(`person ${email.toLowerCase()}`).digest('hex').slice(0, 16)
}
