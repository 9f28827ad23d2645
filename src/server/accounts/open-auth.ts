import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { authOptions, CLIENT_HEADER, type AuthDeps } from './auth-options.ts'

/** Who asks: the browser's cookies and name, and the client as limits know it. */
export interface AuthRequest {
  readonly cookie: string | undefined
  readonly userAgent: string | undefined
  readonly client: string
}

/** What came of it; either way the browser may get cookies. */
export type AuthAnswer<T> =
  | { readonly kind: 'done'; readonly cookies: readonly string[]; readonly body: T }
  /** `code` is better-auth's own. */
  | {
      readonly kind: 'refused'
      readonly cookies: readonly string[]
      readonly status: number
      readonly code: string
    }

export interface SignedIn {
  /** Null: the password was right, and the second factor is asked for. */
  readonly userId: string | null
}

/** What we ask of better-auth, and nothing else of it can be reached. */
export interface Auth {
  signIn(request: AuthRequest, email: string, password: string): Promise<AuthAnswer<SignedIn>>
  signOut(request: AuthRequest): Promise<AuthAnswer<unknown>>
  /** Renews the session where its end is near; null where there is none. */
  renew(request: AuthRequest): Promise<AuthAnswer<{ readonly expiresAt: Date } | null>>
  changePassword(request: AuthRequest, current: string, next: string): Promise<AuthAnswer<unknown>>
  startSecondFactor(
    request: AuthRequest,
    password: string,
  ): Promise<AuthAnswer<{ readonly totpUri: string; readonly recoveryCodes: readonly string[] }>>
  verifyCode(request: AuthRequest, code: string): Promise<AuthAnswer<SignedIn>>
  verifyRecoveryCode(request: AuthRequest, code: string): Promise<AuthAnswer<SignedIn>>
  newRecoveryCodes(request: AuthRequest, password: string): Promise<AuthAnswer<readonly string[]>>
  stopSecondFactor(request: AuthRequest, password: string): Promise<AuthAnswer<unknown>>
}

export function openAuth(setting: AuthDeps): Auth {
  const { api } = betterAuth(authOptions(setting))
  return {
    signIn: (request, email, password) =>
      answer(
        api.signInEmail({ headers: headersOf(request), returnHeaders: true, body: { email, password } }),
        (reply) => ({ userId: 'user' in reply ? reply.user.id : null }),
      ),
    signOut: (request) => answer(api.signOut({ headers: headersOf(request), returnHeaders: true }), same),
    renew: (request) =>
      answer(api.getSession({ headers: headersOf(request), returnHeaders: true }), (reply) =>
        reply === null ? null : { expiresAt: reply.session.expiresAt },
      ),
    changePassword: (request, currentPassword, newPassword) =>
      answer(
        api.changePassword({
          headers: headersOf(request),
          returnHeaders: true,
          body: { currentPassword, newPassword, revokeOtherSessions: true },
        }),
        same,
      ),
    startSecondFactor: (request, password) =>
      answer(
        api.enableTwoFactor({ headers: headersOf(request), returnHeaders: true, body: { password } }),
        (reply) => ({
          // apps show a plus as it stands
          totpUri: 'totpURI' in reply ? reply.totpURI.replaceAll('+', '%20') : '',
          recoveryCodes: 'backupCodes' in reply ? reply.backupCodes : [],
        }),
      ),
    verifyCode: (request, code) =>
      answer(
        api.verifyTOTP({ headers: headersOf(request), returnHeaders: true, body: { code } }),
        (reply) => ({ userId: reply.user.id }),
      ),
    verifyRecoveryCode: (request, code) =>
      answer(
        api.verifyBackupCode({ headers: headersOf(request), returnHeaders: true, body: { code } }),
        (reply) => ({ userId: reply.user.id }),
      ),
    newRecoveryCodes: (request, password) =>
      answer(
        api.generateBackupCodes({ headers: headersOf(request), returnHeaders: true, body: { password } }),
        (reply) => reply.backupCodes,
      ),
    stopSecondFactor: (request, password) =>
      answer(
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

async function answer<R, T>(
  asked: Promise<{ readonly headers: Headers; readonly response: R }>,
  read: (reply: R) => T,
): Promise<AuthAnswer<T>> {
  try {
    const { headers, response } = await asked
    return { kind: 'done', cookies: headers.getSetCookie(), body: read(response) }
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error
    const cookies = error.headers instanceof Headers ? error.headers.getSetCookie() : []
    const code = error.body?.code
    return { kind: 'refused', cookies, status: error.statusCode, code: typeof code === 'string' ? code : '' }
  }
}
