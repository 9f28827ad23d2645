import type { AuditAction } from '#shared/audit-actions.ts'
import type { AccountDeps } from './account-deps.ts'
import {
  auditAccount,
  authRequestOf,
  setCookies,
  toCallError,
  type AccountReply,
  type AccountRequest,
} from './auth-replies.ts'
import type { AuthRequest, AuthResult } from './auth-request.ts'
import { checkAttempt } from './check-attempt.ts'
import type { Auth } from './open-auth.ts'

/** Runs an action that requires the account's own password; wrong passwords delay the next attempt. */
export async function withOwnPassword<T>(
  deps: AccountDeps,
  request: AccountRequest,
  reply: AccountReply,
  action: AuditAction | null,
  run: (auth: Auth, request: AuthRequest) => Promise<AuthResult<T>>,
): Promise<T> {
  const { userId } = await deps.access.requireActor(request)
  const attempt = {
    account: userId,
    isKnownDevice: true,
    action: 'password.failed',
    findUserId: () => Promise.resolve(userId),
  } as const
  return checkAttempt(deps, request, attempt, async () => {
    const result = await run(await deps.auth(), authRequestOf(request))
    if (result.kind === 'refused') throw toCallError(reply, result, 'PASSWORD_WRONG')
    setCookies(reply, result.cookies)
    if (action !== null) await auditAccount(deps, userId, action)
    return result.body
  })
}
