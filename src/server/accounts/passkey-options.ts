import type { PasskeyOptions } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'

/** Warned of when a passkey is refused since its counter went back. */
export const COPIED_PASSKEY = 'a passkey was refused: its counter went back, so there may be a copy of it'

/** What was wrong with a passkey that is in order otherwise. */
const NOT_VERIFIED = 'PASSKEY_NOT_VERIFIED'

/**
 * The options of better-auth's passkeys. They are bound to the shop's public address, never to what a request says; the
 * device checks who uses it (a fingerprint, a PIN), so that a passkey is two factors; and it keeps the account's name, so
 * that nobody types an e-mail.
 */
export function passkeyOptions({
  publicUrl,
  issuer,
}: {
  readonly publicUrl: string
  readonly issuer: string
}): PasskeyOptions {
  const { hostname, origin } = new URL(publicUrl)
  return {
    rpID: hostname,
    rpName: issuer,
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    schema: PASSKEY_NAMES,
    // better-auth itself accepts a device that did not check who uses it
    registration: {
      afterVerification: ({ verification }) => {
        requireVerified(verification.registrationInfo?.userVerified)
      },
    },
    authentication: {
      afterVerification: ({ verification }) => {
        requireVerified(verification.authenticationInfo.userVerified)
        return Promise.resolve()
      },
    },
  }
}

function requireVerified(isVerified: boolean | undefined): void {
  if (isVerified === true) return
  throw new APIError('UNAUTHORIZED', { code: NOT_VERIFIED, message: 'the device did not check its user' })
}

/** Whether an error says that a device counted less than before. */
export function isCounterError(error: Error): boolean {
  return /^Response counter value \d+ was lower than expected \d+$/.test(error.message)
}

/**
 * Whether what better-auth reports is a passkey that it refuses, not a fault of the shop. Such errors quote what the caller
 * sent, and everybody can cause them.
 */
export function isRefusedPasskey(message: string, error: Error): boolean {
  return /^Failed to verify (registration|authentication)$/.test(message) && !('code' in error)
}

const PASSKEY_NAMES = {
  passkey: {
    modelName: 'user_passkeys',
    fields: {
      publicKey: 'public_key',
      userId: 'user_id',
      credentialID: 'credential_id',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      createdAt: 'created_at',
    },
  },
} as const
