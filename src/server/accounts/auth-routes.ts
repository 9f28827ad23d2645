import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordAudit, type AuditAction } from '#server/audit/record-audit.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { CallError, clientOf, type App } from '#server/http/app.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import {
  ChangePasswordRequest,
  CodeRequest,
  PasswordRequest,
  RecoveryCodesReply,
  SecondFactorReply,
  SessionReply,
  SetPasswordReply,
  SetPasswordRequest,
  SignInReply,
  SignInRequest,
} from '#shared/admin-api.ts'
import { Done, EmptyRequest, Failure } from '#shared/api.ts'
import { adminCookie } from './admin-cookie.ts'
import type { Auth, AuthResult, AuthRequest, SignInResult } from './open-auth.ts'
import { redeemPasswordLink } from './password-links.ts'
import { restrictTo, type Access } from './require-access.ts'
import { beginAttempt, forgetFailures } from './sign-in-attempts.ts'
import { hashPassword, writePassword } from './write-password.ts'

export interface AccountDeps {
  readonly db: Db
  readonly clock: Clock
  readonly limits: Limits
  readonly access: Access
  readonly isSecure: boolean
  /** Loads better-auth on first use. */
  readonly auth: () => Promise<Auth>
}

/** Routes for signing in and out, sessions, passwords and second factors. */
export function authRoutes(app: App, deps: AccountDeps): void {
  signInRoutes(app, deps)
  sessionRoutes(app, deps)
  passwordRoutes(app, deps)
  secondFactorRoutes(app, deps)
}

function signInRoutes(app: App, deps: AccountDeps): void {
  app.post(
    '/auth/sign-in/email',
    { schema: { body: SignInRequest, response: { 200: SignInReply, '4xx': Failure } } },
    async (request, reply) => {
      const { email, password } = request.body
      return limitAttempts(deps, request, email, async (auth) => {
        const result = await auth.signIn(authRequestOf(request), email, password)
        if (result.kind === 'refused') throw toCallError(reply, result, 'SIGN_IN_FAILED')
        if (result.body.userId === null) {
          setCookies(reply, result.cookies, null)
          return { success: true, secondFactor: true } as const
        }
        return completeSignIn(deps, request, reply, result)
      })
    },
  )
  const verify = (name: 'verify-totp' | 'verify-backup-code', method: 'verifyCode' | 'verifyRecoveryCode') =>
    app.post(
      `/auth/two-factor/${name}`,
      { schema: { body: CodeRequest, response: { 200: SignInReply, '4xx': Failure } } },
      async (request, reply) => {
        deps.access.requireAllowedOrigin(request)
        // better-auth counts wrong codes per account and delays it; this limits the calls of one client
        await enforceLimit(deps.limits, 'sign-in', clientOf(request))
        const before = await deps.access.actorOf(request)
        const result = await (await deps.auth())[method](authRequestOf(request), request.body.code)
        if (result.kind === 'refused') throw toCallError(reply, result, 'CODE_WRONG')
        if (before === null) return completeSignIn(deps, request, reply, result)
        await audit(deps, before.userId, 'second-factor.on')
        setCookies(reply, result.cookies, null)
        return { success: true, secondFactor: false } as const
      },
    )
  verify('verify-totp', 'verifyCode')
  verify('verify-backup-code', 'verifyRecoveryCode')
  app.post(
    '/auth/sign-out',
    { schema: { body: EmptyRequest, response: { 200: Done, '4xx': Failure } } },
    async (request, reply) => {
      deps.access.requireAllowedOrigin(request)
      const result = await (await deps.auth()).signOut(authRequestOf(request))
      setCookies(reply, result.cookies, adminCookie(false, request.headers.cookie, deps.isSecure))
      return { success: true } as const
    },
  )
}

function sessionRoutes(app: App, deps: AccountDeps): void {
  app.get(
    '/auth/session',
    { schema: { response: { 200: SessionReply, '4xx': Failure } } },
    async (request, reply) => {
      await enforceLimit(deps.limits, 'reads', clientOf(request))
      const actor = await deps.access.actorOf(request)
      const adminMark = adminCookie(
        actor !== null && actor.role !== null,
        request.headers.cookie,
        deps.isSecure,
      )
      if (actor === null) {
        setCookies(reply, [], adminMark)
        return { session: null }
      }
      const renewal = await (await deps.auth()).renew(authRequestOf(request))
      setCookies(reply, renewal.cookies, adminMark)
      const expiresAt = renewal.kind === 'done' ? renewal.body?.expiresAt : undefined
      return { session: expiresAt === undefined ? null : { expiresAt: expiresAt.toISOString() } }
    },
  )
}

function passwordRoutes(app: App, deps: AccountDeps): void {
  app.post(
    '/auth/set-password',
    { schema: { body: SetPasswordRequest, response: { 200: SetPasswordReply, '4xx': Failure } } },
    async (request) => {
      deps.access.requireAllowedOrigin(request)
      await enforceLimit(deps.limits, 'sign-in', clientOf(request))
      const { token, password } = request.body
      const [now, hash] = [deps.clock(), await hashPassword(password)]
      return deps.db.transaction().execute(async (tx) => {
        const userId = await redeemPasswordLink(tx, token, now)
        if (userId === null)
          throw new CallError(400, 'LINK_INVALID', 'this link was used already, or is too old')
        await writePassword(tx, userId, hash, now)
        await recordAudit(tx, {
          at: now,
          actorId: userId,
          action: 'password.set',
          subject: { kind: 'user', id: userId },
          facts: { byLink: true },
        })
        const user = await tx
          .selectFrom('users')
          .select('email')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
        return { success: true, email: user.email } as const
      })
    },
  )
  app.post(
    '/auth/change-password',
    {
      ...restrictTo(deps.access, 'signed-in'),
      schema: { body: ChangePasswordRequest, response: { 200: Done, '4xx': Failure } },
    },
    async (request, reply) => {
      const { currentPassword, newPassword } = request.body
      return withOwnPassword(deps, request, reply, 'password.set', (auth, authRequest) =>
        auth.changePassword(authRequest, currentPassword, newPassword),
      ).then(() => ({ success: true }) as const)
    },
  )
}

function secondFactorRoutes(app: App, deps: AccountDeps): void {
  const own = restrictTo(deps.access, 'signed-in')
  app.post(
    '/auth/two-factor/enable',
    { ...own, schema: { body: PasswordRequest, response: { 200: SecondFactorReply, '4xx': Failure } } },
    async (request, reply) => {
      const started = await withOwnPassword(deps, request, reply, null, (auth, authRequest) =>
        auth.startSecondFactor(authRequest, request.body.password),
      )
      return {
        success: true as const,
        totpUri: started.totpUri,
        recoveryCodes: [...started.recoveryCodes],
      }
    },
  )
  app.post(
    '/auth/two-factor/generate-backup-codes',
    { ...own, schema: { body: PasswordRequest, response: { 200: RecoveryCodesReply, '4xx': Failure } } },
    async (request, reply) => {
      const codes = await withOwnPassword(deps, request, reply, null, (auth, authRequest) =>
        auth.createRecoveryCodes(authRequest, request.body.password),
      )
      return { success: true as const, recoveryCodes: [...codes] }
    },
  )
  app.post(
    '/auth/two-factor/disable',
    { ...own, schema: { body: PasswordRequest, response: { 200: Done, '4xx': Failure } } },
    async (request, reply) => {
      await withOwnPassword(deps, request, reply, 'second-factor.off', (auth, authRequest) =>
        auth.stopSecondFactor(authRequest, request.body.password),
      )
      return { success: true } as const
    },
  )
}

/** Runs an action that requires the account's own password; wrong passwords delay the next attempt. */
async function withOwnPassword<T>(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  action: AuditAction | null,
  run: (auth: Auth, request: AuthRequest) => Promise<AuthResult<T>>,
): Promise<T> {
  const { userId } = await deps.access.requireActor(request)
  return limitAttempts(deps, request, userId, async (auth) => {
    const result = await run(auth, authRequestOf(request))
    if (result.kind === 'refused') throw toCallError(reply, result, 'PASSWORD_WRONG')
    setCookies(reply, result.cookies, null)
    if (action !== null) await audit(deps, userId, action)
    return result.body
  })
}

/** Runs one check of a password or code: limited by client, delayed after failures, which a success resets. */
async function limitAttempts<T>(
  deps: AccountDeps,
  request: FastifyRequest,
  account: string,
  check: (auth: Auth) => Promise<T>,
): Promise<T> {
  deps.access.requireAllowedOrigin(request)
  const client = clientOf(request)
  await enforceLimit(deps.limits, 'sign-in', client)
  const attempt = await beginAttempt(deps.db, account, client, deps.clock())
  if (attempt.kind === 'wait') {
    const { retryAfterS } = attempt
    throw new CallError(429, 'RATE_LIMITED', 'Too many wrong tries. Please wait before the next one.', {
      retryAfterS,
    })
  }
  const outcome = await check(await deps.auth())
  await forgetFailures(deps.db, account, client)
  return outcome
}

async function completeSignIn(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  result: { readonly cookies: readonly string[]; readonly body: SignInResult },
) {
  const userId = result.body.userId ?? ''
  await audit(deps, userId, 'sign-in')
  const role = await deps.db
    .selectFrom('user_roles')
    .select('role')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  setCookies(reply, result.cookies, adminCookie(role !== undefined, request.headers.cookie, deps.isSecure))
  return { success: true, secondFactor: false } as const
}

async function audit({ db, clock }: AccountDeps, userId: string, action: AuditAction): Promise<void> {
  await recordAudit(db, { at: clock(), actorId: userId, action, subject: { kind: 'user', id: userId } })
}

const MESSAGES = {
  SIGN_IN_FAILED: 'E-mail or password is wrong.',
  CODE_WRONG: 'This code is not right, or too old.',
  PASSWORD_WRONG: 'The password is wrong.',
} as const

/** Turns a rejection of better-auth into an error that tells the caller no more than that the input was wrong, or how long to wait. */
function toCallError(
  reply: FastifyReply,
  result: { readonly cookies: readonly string[]; readonly status: number; readonly code: string },
  code: keyof typeof MESSAGES,
): CallError {
  setCookies(reply, result.cookies, null)
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

function setCookies(reply: FastifyReply, cookies: readonly string[], adminMark: string | null): void {
  const all = [...cookies, ...(adminMark === null ? [] : [adminMark])]
  if (all.length > 0) void reply.header('set-cookie', all)
}

function authRequestOf(request: FastifyRequest): AuthRequest {
  const { cookie, 'user-agent': userAgent } = request.headers
  return { cookie, userAgent: userAgent?.slice(0, 300), client: clientOf(request) }
}
