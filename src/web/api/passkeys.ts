import type * as z from 'zod'
import type { Assertion, Attestation, PasskeyCreation, PasskeyRequest } from '#shared/passkey-api.ts'

/** Why a device gave no passkey. */
export type PasskeyFault =
  /** It has one for this account already. */
  | 'exists'
  /** Its user declined, the time was over, or it has none. */
  | 'cancelled'

export type PasskeyOutcome<T> =
  { readonly kind: 'ok'; readonly answer: T } | { readonly kind: 'failed'; readonly fault: PasskeyFault }

/** Whether this browser has passkeys for the address of the page. They belong to a name: an IP address has none. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
}

/** Asks the device for a passkey of this shop. */
export async function askPasskey(
  request: z.infer<typeof PasskeyRequest>,
): Promise<PasskeyOutcome<z.infer<typeof Assertion>>> {
  return outcomeOf(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: request as never })
    return { id, rawId, type, response }
  })
}

/** Has the device make a passkey. */
export async function makePasskey(
  creation: z.infer<typeof PasskeyCreation>,
): Promise<PasskeyOutcome<z.infer<typeof Attestation>>> {
  return outcomeOf(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: creation as never })
    return { id, rawId, type, response }
  })
}

async function outcomeOf<T>(ask: () => Promise<T>): Promise<PasskeyOutcome<T>> {
  try {
    return { kind: 'ok', answer: await ask() }
  } catch (error) {
    const hasOne = error instanceof Error && error.name === 'InvalidStateError'
    return { kind: 'failed', fault: hasOne ? 'exists' : 'cancelled' }
  }
}
