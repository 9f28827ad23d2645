import type * as z from 'zod'
import { CallError, clientOf } from '#server/http/app.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import type { Assertion } from '#shared/passkey-api.ts'
import type { AccountDeps } from './account-deps.ts'
import { authRequestOf, type AccountRequest } from './auth-replies.ts'
import { checkAttempt } from './check-attempt.ts'
import { isKnownDevice } from './known-device.ts'
import { findPasskeyOwner } from './passkeys.ts'

/** A session that began with a passkey. */
export interface PasskeySession {
  readonly cookies: readonly string[]
  readonly body: { readonly userId: string }
}

/** Says no more than that a passkey was refused. */
export function passkeyRefused(): CallError {
  return new CallError(401, 'PASSKEY_REFUSED', 'This passkey was refused. Try again, or use another one.')
}

/**
 * Checks what a device answered, as every other attempt to sign in: limited by client, delayed and audited after failures.
 *
 * @param done runs with the session that began; only its cookies give it to the browser.
 * @throws {CallError} 401 `PASSKEY_REFUSED`, also if somebody else is signed in to this browser.
 */
export async function checkPasskey<T>(
  deps: AccountDeps,
  request: AccountRequest,
  assertion: z.infer<typeof Assertion>,
  done: (session: PasskeySession) => Promise<T>,
): Promise<T> {
  const actor = await deps.access.actorOf(request)
  const owner = await findPasskeyOwner(deps.db, assertion.id)
  if (owner === null || (actor !== null && actor.userId !== owner.userId)) {
    await enforceLimit(deps.limits, 'sign-in', clientOf(request))
    throw passkeyRefused()
  }
  const attempt = {
    account: `passkey ${owner.userId}`,
    isKnownDevice: isKnownDevice(request.headers.cookie, owner.email, deps),
    action: 'passkey.failed',
    findUserId: () => Promise.resolve(owner.userId),
  } as const
  return checkAttempt(deps, request, attempt, async () => {
    const result = await (await deps.auth()).signInWithPasskey(authRequestOf(request), assertion)
    if (result.kind === 'refused') throw passkeyRefused()
    await deps.db
      .updateTable('user_passkeys')
      .set({ last_used_at: deps.clock() })
      .where('credential_id', '=', assertion.id)
      .execute()
    return done(result)
  })
}
