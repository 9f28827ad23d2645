import { betterAuth } from 'better-auth'
import { hashRecoveryCode } from './recovery-codes.ts'
import { authOptions, type AuthDeps } from './auth-options.ts'
import { headersOf, toResult, type AuthRequest, type AuthResult } from './auth-request.ts'
import { passkeyCalls, type PasskeyAuth } from './passkey-calls.ts'
import { HASHED_SESSION_TOKENS } from './hash-session-tokens.ts'

export interface SignInResult {
  /** Null: the password was right and a second factor is required. */
  readonly userId: string | null
}

/** The part of better-auth the shop uses; nothing else of it is reachable. */
export interface Auth extends PasskeyAuth {
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
    ...passkeyCalls(api),
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
