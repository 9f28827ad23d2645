import type { betterAuth } from 'better-auth'
import type * as z from 'zod'
import {
  PasskeyCreation,
  PasskeyRequest,
  type Assertion,
  type PasskeyAttestation,
} from '#shared/passkey-api.ts'
import type { authOptions } from './auth-options.ts'
import { headersOf, toResult, type AuthRequest, type AuthResult } from './auth-request.ts'

/** The part of better-auth's passkeys that the shop uses. */
export interface PasskeyAuth {
  /** Begins the use of a passkey; what it answers is good for this browser, once. */
  requestPasskey(request: AuthRequest): Promise<AuthResult<z.infer<typeof PasskeyRequest>>>
  /** Begins a session of the passkey's owner. */
  signInWithPasskey(
    request: AuthRequest,
    assertion: z.infer<typeof Assertion>,
  ): Promise<AuthResult<{ readonly userId: string }>>
  /** Begins a new passkey of the signed-in user. */
  startPasskey(request: AuthRequest): Promise<AuthResult<z.infer<typeof PasskeyCreation>>>
  /** Stores it, if the signed-in user is the one who began it. */
  addPasskey(
    request: AuthRequest,
    name: string,
    attestation: z.infer<typeof PasskeyAttestation>,
  ): Promise<AuthResult<unknown>>
}

type Api = Pick<
  ReturnType<typeof betterAuth<ReturnType<typeof authOptions>>>['api'],
  | 'generatePasskeyAuthenticationOptions'
  | 'generatePasskeyRegistrationOptions'
  | 'verifyPasskeyAuthentication'
  | 'verifyPasskeyRegistration'
>

/** The calls of better-auth that are about passkeys. */
export function passkeyCalls(api: Api): PasskeyAuth {
  return {
    requestPasskey: (request) =>
      toResult(
        api.generatePasskeyAuthenticationOptions({ headers: headersOf(request), returnHeaders: true }),
        // better-auth would be content with a device that does not check who uses it
        (reply) => PasskeyRequest.parse({ ...reply, userVerification: 'required' }),
      ),
    signInWithPasskey: (request, assertion) =>
      toResult(
        api.verifyPasskeyAuthentication({
          headers: headersOf(request),
          returnHeaders: true,
          body: { response: { ...assertion, clientExtensionResults: {} } },
        }),
        (reply) => ({ userId: reply.user.id }),
      ),
    startPasskey: (request) =>
      toResult(
        api.generatePasskeyRegistrationOptions({ headers: headersOf(request), returnHeaders: true }),
        (reply) => PasskeyCreation.parse(reply),
      ),
    addPasskey: (request, name, attestation) =>
      toResult(
        api.verifyPasskeyRegistration({
          headers: headersOf(request),
          returnHeaders: true,
          body: { name, response: { ...attestation, clientExtensionResults: {} } },
        }),
        () => null,
      ),
  }
}
