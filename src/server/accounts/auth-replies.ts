import type { AuditAction } from '#shared/audit-actions.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { CallError, clientOf } from '#server/http/app.ts'
import type { AccountDeps } from './account-deps.ts'
import type { AuthRequest } from './auth-request.ts'
import type { AccessRequest } from './require-access.ts'

/** What the account calls set of a reply. */
export interface AccountReply {
  header(name: string, value: string[]): unknown
}

/** What the account calls read of a request. */
export interface AccountRequest extends AccessRequest {
  readonly ip: string
  readonly headers: AccessRequest['headers'] & { readonly 'user-agent'?: string | undefined }
}

/** Records what the user of an account did to it. */
export async function auditAccount(
  { db, clock }: AccountDeps,
  userId: string,
  action: AuditAction,
): Promise<void> {
  await recordAudit(db, { at: clock(), actorId: userId, action, subject: { kind: 'user', id: userId } })
}

/** What a refused caller is told. */
export const MESSAGES = {
  SIGN_IN_FAILED: 'E-mail or password is wrong.',
  CODE_WRONG: 'This code is not right, or too old.',
  PASSWORD_WRONG: 'The password is wrong.',
} as const

/** Turns a rejection of better-auth into an error that tells the caller no more than that the input was wrong, or how long to wait. */
export function toCallError(
  reply: AccountReply,
  result: { readonly cookies: readonly string[]; readonly status: number; readonly code: string },
  code: keyof typeof MESSAGES,
): CallError {
  setCookies(reply, result.cookies)
  if (result.code === 'TOTP_ALREADY_ENABLED') {
    return new CallError(409, 'SECOND_FACTOR_ON', 'the second factor is on already')
  }
  if (result.code === 'PASSWORD_TOO_SHORT' || result.code === 'PASSWORD_TOO_LONG') {
    return new CallError(400, 'PASSWORD_INVALID', 'a password has 12 to 128 characters')
  }
  if (result.status === 429) {
    return new CallError(429, 'RATE_LIMITED', 'Too many wrong codes. Please wait 15 minutes.', {
      retryAfterS: 900,
    })
  }
  return new CallError(401, code, MESSAGES[code])
}

/** Sets better-auth's cookies and the shop's own. */
export function setCookies(
  reply: AccountReply,
  cookies: readonly string[],
  ...own: readonly (string | null)[]
): void {
  const all = [...cookies, ...own.filter((one) => one !== null)]
  if (all.length > 0) void reply.header('set-cookie', all)
}

/** What better-auth reads of a request. */
export function authRequestOf(request: AccountRequest): AuthRequest {
  const { cookie, 'user-agent': userAgent } = request.headers
  return { cookie, userAgent: userAgent?.slice(0, 300), client: clientOf(request) }
}
