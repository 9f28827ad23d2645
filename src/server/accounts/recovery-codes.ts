import { createHmac } from 'node:crypto'
import { symmetricDecrypt } from 'better-auth/crypto'

const HASHED = 'hmac:'

/** Hashes a recovery code as it is stored; codes are random, so a fast hash is sufficient. */
export function hashRecoveryCode(code: string, secret: string): string {
  return HASHED + createHmac('sha256', secret).update(`recovery code\0${code}`).digest('base64url')
}

/**
 * Stores recovery codes as hashes. better-auth compares what a caller gave with what `decrypt` returns, so a caller's code
 * is hashed first, and stores what remains through `encrypt` again, so a hash stays as it is.
 *
 * @param secret from `authSecret`.
 */
export function recoveryCodeStorage(secret: string) {
  const hashAll = (json: string) =>
    JSON.stringify(
      (JSON.parse(json) as string[]).map((one) =>
        one.startsWith(HASHED) ? one : hashRecoveryCode(one, secret),
      ),
    )
  return {
    encrypt: (json: string) => Promise.resolve(hashAll(json)),
    // an earlier release stored them encrypted
    decrypt: async (stored: string) =>
      hashAll(stored.startsWith('[') ? stored : await symmetricDecrypt({ key: secret, data: stored })),
  }
}
