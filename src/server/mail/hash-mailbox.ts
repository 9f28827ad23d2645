import { createHash } from 'node:crypto'

/**
 * Hashes the mailbox of an e-mail address for the rate limits, which must store no address. Addresses that many providers
 * deliver to one mailbox have one hash: upper case, `+tag`, dots before the `@`, and Gmail's second domain are ignored.
 */
export function hashMailbox(email: string): string {
  return createHash('sha256')
    .update(`mailbox ${mailboxOf(email)}`)
    .digest('hex')
    .slice(0, 32)
}

function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const [name = ''] = address.slice(0, at).split('+')
  const domain = address.slice(at + 1)
  return `${name.replaceAll('.', '')}@${domain === 'googlemail.com' ? 'gmail.com' : domain}`
}
