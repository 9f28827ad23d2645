import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { hashRecoveryCode } from './recovery-codes.ts'
import { authOptions, CLIENT_HEADER, type AuthDeps } from './auth-options.ts'
import { HASHED_SESSION_TOKENS } from './hash-session-tokens.ts'

/** The caller: the browser's cookies and user agent, and the client as rate limits identify it. */
export interface AuthRequest {
  readonly cookie: string | undefined
  readonly userAgent: string | undefined
  readonly client: string
}

/** The result of a call to better-auth; either way it may set cookies. */
export type AuthResult<T> =
  | { readonly kind: 'done'; readonly cookies: readonly string[]; readonly body: T }
  /** `code` is better-auth's own. */
  | {
      readonly kind: 'refused'
      readonly cookies: readonly string[]
      readonly status: number
      readonly code: string
    }

export interface SignInResult {
  /** Null: the password was right and a second factor is required. */
  readonly userId: string | null
}

/** The part of better-auth the shop uses; nothing else of it is reachable. */
export interface Auth {
  signIn(request: AuthRequest, email: string, password: string): Promise<AuthResult<SignInResult>>
  signOut(request: AuthRequest): Promise<AuthResult<unknown>>
  /** Extends a session that is about to expire; null if there is none. */
  renew(request: AuthRequest): Promise<AuthResult<{ readonly expiresAt: Date } | null>>
  checkPassword(request: AuthRequest, password: string): Promise<AuthResult<unknown>>
  changePassword(request: AuthRequest, current: string, next: string): Promise<AuthResult<unknown>>
  startSecondFactor(
    request: AuthRequest,
    password: string,
  ): Promise<AuthResult<{ readonly totpUri: string; readonly recoveryCodes: readonly string[] }>>
  verifyCode(request: AuthRequest, code: string): Promise<AuthResult<SignInResult>>
  verifyRecoveryCode(request: AuthRequest, code: string): Promise<AuthResult<SignInResult>>
  createRecoveryCodes(request: AuthRequest, password: string): Promise<AuthResult<readonly string[]>>
  stopSecondFactor(request: AuthRequest, password: string): Promise<AuthResult<unknown>>
}

export function openAuth(deps: AuthDeps): Auth {
  const options = authOptions(deps)
  const { api } = betterAuth({ ...options, plugins: [...options.plugins, HASHED_SESSION_TOKENS] })
  return {
    signIn: (request, email, password) =>
      toResult(
        api.signInEmail({ headers: headersOf(request), returnHeaders: true, body: { email, password } }),
        (reply) => ({ userId: 'user' in reply ? reply.user.id : null }),
      ),
    signOut: (request) => toResult(api.signOut({ headers: headersOf(request), returnHeaders: true }), same),
    renew: (request) =>
      toResult(api.getSession({ headers: headersOf(request), returnHeaders: true }), (reply) =>
        reply === null ? null : { expiresAt: reply.session.expiresAt },
      ),
    checkPassword: (request, password) =>
      toResult(
        api.verifyPassword({ headers: headersOf(request), returnHeaders: true, body: { password } }),
        same,
      ),
    changePassword: (request, currentPassword, newPassword) =>
      toResult(
        api.changePassword({
          headers: headersOf(request),
          returnHeaders: true,
          body: { currentPassword, newPassword, revokeOtherSessions: true },
        }),
        same,
      ),
    startSecondFactor: (request, password) =>
      toResult(
        api.enableTwoFactor({ headers: headersOf(request), returnHeaders: true, body: { password } }),
        (reply) => ({
          // authenticator apps show a plus sign literally
          totpUri: 'totpURI' in reply ? reply.totpURI.replaceAll('+', '%20') : '',
          recoveryCodes: 'backupCodes' in reply ? reply.backupCodes : [],
        }),
      ),
    verifyCode: (request, code) =>
      toResult(
        api.verifyTOTP({ headers: headersOf(request), returnHeaders: true, body: { code } }),
        (reply) => ({ userId: reply.user.id }),
      ),
    verifyRecoveryCode: (request, code) =>
      toResult(
        api.verifyBackupCode({
          headers: headersOf(request),
          returnHeaders: true,
          body: { code: hashRecoveryCode(code, deps.secret) },
        }),
        (reply) => ({ userId: reply.user.id }),
      ),
    createRecoveryCodes: (request, password) =>
      toResult(
        api.generateBackupCodes({ headers: headersOf(request), returnHeaders: true, body: { password } }),
        (reply) => reply.backupCodes,
      ),
    stopSecondFactor: (request, password) =>
      toResult(
        api.disableTwoFactor({ headers: headersOf(request), returnHeaders: true, body: { password } }),
        same,
      ),
  }
}

const same = (reply: unknown) => reply

function headersOf({ cookie, userAgent, client }: AuthRequest): Headers {
  const headers = new Headers({ [CLIENT_HEADER]: client.replace(/\/\d+$/, '') })
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (userAgent !== undefined) headers.set('user-agent', userAgent)
  return headers
}

async function toResult<R, T>(
  call: Promise<{ readonly headers: Headers; readonly response: R }>,
  read: (reply: R) => T,
): Promise<AuthResult<T>> {
  try {
    const { headers, response } = await call
    return { kind: 'done', cookies: headers.getSetCookie(), body: read(response) }
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error
    const cookies = error.headers instanceof Headers ? error.headers.getSetCookie() : []
    const code = error.body?.code
    return { kind: 'refused', cookies, status: error.statusCode, code: typeof code === 'string' ? code : '' }
  }
}
