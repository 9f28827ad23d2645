import type * as z from 'zod'
import type { Assertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '#shared/passkey-api.ts'
import { callShop, type CallFailure } from './call-shop.ts'

/**
 * Why a device gives no passkey: its user declined or the time was over; it has one already; or the page is not at the
 * shop's own address.
 */
export type NoPasskeyReason = 'cancelled' | 'exists' | 'unsupported'

/** What a device answered, or why there is no answer. */
export type PasskeyOutcome<T> =
  { readonly kind: 'ok'; readonly answer: T } | { readonly kind: 'none'; readonly reason: NoPasskeyReason }

/** Whether this browser has passkeys for the address of the page. They belong to a name: an IP address has none. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)
}

/** Has the device use a passkey of this shop. */
export async function askPasskey(): Promise<PasskeyOutcome<z.infer<typeof Assertion>> | CallFailure> {
  const begun = await callShop<{ request: z.infer<typeof PasskeyRequest> }>('/auth/passkey/request', {})
  if (begun.kind === 'failed') return begun
  return outcomeOf(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
    // the library's type lists the transports of today; browsers pass over others
    const optionsJSON = begun.reply.request as Options
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON })
    return { id, rawId, type, response }
  })
}

/** Has the device make a passkey. */
export async function makePasskey(
  creation: z.infer<typeof PasskeyCreation>,
): Promise<PasskeyOutcome<z.infer<typeof PasskeyAttestation>>> {
  return outcomeOf(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: creation as Options })
    return { id, rawId, type, response }
  })
}

async function outcomeOf<T>(ask: () => Promise<T>): Promise<PasskeyOutcome<T>> {
  try {
    return { kind: 'ok', answer: await ask() }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    return { kind: 'none', reason: REASONS.get(name) ?? 'cancelled' }
  }
}

/** By the name of the browser's error. */
const REASONS: ReadonlyMap<string, NoPasskeyReason> = new Map([
  ['InvalidStateError', 'exists'],
  ['SecurityError', 'unsupported'],
])
