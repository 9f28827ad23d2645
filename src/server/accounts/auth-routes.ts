import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordAudit, type AuditAction } from '#server/audit/record-audit.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { CallError, clientOf, type App } from '#server/http/app.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { refuseAbove } from '#server/rate-limits/refuse-above.ts'
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
import type { Auth, AuthAnswer, AuthRequest, SignedIn } from './open-auth.ts'
import { spendPasswordLink } from './password-links.ts'
import { guarded, type Access } from './require-access.ts'
import { beginTry, forgetFailures } from './slow-down.ts'
import { hashPassword, writePassword } from './write-password.ts'

export interface AccountDeps {
  readonly db: Db
  readonly clock: Clock
  readonly limits: Limits
  readonly access: Access
  readonly isSecure: boolean
  /** better-auth, loaded when first asked for. */
  readonly auth: () => Promise<Auth>
}

/** Signing in and out, sessions, passwords and second factors. */
export function authRoutes(app: App, shop: AccountDeps): void {
  signInRoutes(app, shop)
  sessionRoutes(app, shop)
  passwordRoutes(app, shop)
  secondFactorRoutes(app, shop)
}

function signInRoutes(app: App, shop: AccountDeps): void {
  app.post(
    '/auth/sign-in/email',
    { schema: { body: SignInRequest, response: { 200: SignInReply, '4xx': Failure } } },
    async (request, reply) => {
      const { email, password } = request.body
      return slowed(shop, request, email, async (auth) => {
        const answer = await auth.signIn(askedBy(request), email, password)
        if (answer.kind === 'refused') throw refuse(reply, answer, 'SIGN_IN_FAILED')
        if (answer.body.userId === null) {
          giveCookies(reply, answer.cookies, null)
          return { success: true, secondFactor: true } as const
        }
        return signedIn(shop, request, reply, answer)
      })
    },
  )
  const verify = (name: 'verify-totp' | 'verify-backup-code', ask: 'verifyCode' | 'verifyRecoveryCode') =>
    app.post(
      `/auth/two-factor/${name}`,
      { schema: { body: CodeRequest, response: { 200: SignInReply, '4xx': Failure } } },
      async (request, reply) => {
        shop.access.requireOwnPage(request)
        // wrong codes are counted by account, by better-auth, which makes the account wait; this is against many at once
        await refuseAbove(shop.limits, 'sign-in', clientOf(request))
        const before = await shop.access.actorOf(request)
        const answer = await (await shop.auth())[ask](askedBy(request), request.body.code)
        if (answer.kind === 'refused') throw refuse(reply, answer, 'CODE_WRONG')
        if (before === null) return signedIn(shop, request, reply, answer)
        await audit(shop, before.userId, 'second-factor.on')
        giveCookies(reply, answer.cookies, null)
        return { success: true, secondFactor: false } as const
      },
    )
  verify('verify-totp', 'verifyCode')
  verify('verify-backup-code', 'verifyRecoveryCode')
  app.post(
    '/auth/sign-out',
    { schema: { body: EmptyRequest, response: { 200: Done, '4xx': Failure } } },
    async (request, reply) => {
      shop.access.requireOwnPage(request)
      const answer = await (await shop.auth()).signOut(askedBy(request))
      giveCookies(reply, answer.cookies, adminCookie(false, request.headers.cookie, shop.isSecure))
      return { success: true } as const
    },
  )
}

function sessionRoutes(app: App, shop: AccountDeps): void {
  app.get(
    '/auth/session',
    { schema: { response: { 200: SessionReply, '4xx': Failure } } },
    async (request, reply) => {
      await refuseAbove(shop.limits, 'reads', clientOf(request))
      const actor = await shop.access.actorOf(request)
      const mark = adminCookie(actor !== null && actor.role !== null, request.headers.cookie, shop.isSecure)
      if (actor === null) {
        giveCookies(reply, [], mark)
        return { session: null }
      }
      const renewal = await (await shop.auth()).renew(askedBy(request))
      giveCookies(reply, renewal.cookies, mark)
      const expiresAt = renewal.kind === 'done' ? renewal.body?.expiresAt : undefined
      return { session: expiresAt === undefined ? null : { expiresAt: expiresAt.toISOString() } }
    },
  )
}

function passwordRoutes(app: App, shop: AccountDeps): void {
  app.post(
    '/auth/set-password',
    { schema: { body: SetPasswordRequest, response: { 200: SetPasswordReply, '4xx': Failure } } },
    async (request) => {
      shop.access.requireOwnPage(request)
      await refuseAbove(shop.limits, 'sign-in', clientOf(request))
      const { token, password } = request.body
      const [now, hash] = [shop.clock(), await hashPassword(password)]
      return shop.db.transaction().execute(async (tx) => {
        const userId = await spendPasswordLink(tx, token, now)
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
      ...guarded(shop.access, 'signed-in'),
      schema: { body: ChangePasswordRequest, response: { 200: Done, '4xx': Failure } },
    },
    async (request, reply) => {
      const { currentPassword, newPassword } = request.body
      return asOwner(shop, request, reply, 'password.set', (auth, asked) =>
        auth.changePassword(asked, currentPassword, newPassword),
      ).then(() => ({ success: true }) as const)
    },
  )
}

function secondFactorRoutes(app: App, shop: AccountDeps): void {
  const own = guarded(shop.access, 'signed-in')
  app.post(
    '/auth/two-factor/enable',
    { ...own, schema: { body: PasswordRequest, response: { 200: SecondFactorReply, '4xx': Failure } } },
    async (request, reply) => {
      const started = await asOwner(shop, request, reply, null, (auth, asked) =>
        auth.startSecondFactor(asked, request.body.password),
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
      const codes = await asOwner(shop, request, reply, null, (auth, asked) =>
        auth.newRecoveryCodes(asked, request.body.password),
      )
      return { success: true as const, recoveryCodes: [...codes] }
    },
  )
  app.post(
    '/auth/two-factor/disable',
    { ...own, schema: { body: PasswordRequest, response: { 200: Done, '4xx': Failure } } },
    async (request, reply) => {
      await asOwner(shop, request, reply, 'second-factor.off', (auth, asked) =>
        auth.stopSecondFactor(asked, request.body.password),
      )
      return { success: true } as const
    },
  )
}

/** Something only the account's own password opens; wrong ones make the next wait. */
async function asOwner<T>(
  shop: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  action: AuditAction | null,
  ask: (auth: Auth, asked: AuthRequest) => Promise<AuthAnswer<T>>,
): Promise<T> {
  const { userId } = await shop.access.requireActor(request)
  return slowed(shop, request, userId, async (auth) => {
    const answer = await ask(auth, askedBy(request))
    if (answer.kind === 'refused') throw refuse(reply, answer, 'PASSWORD_WRONG')
    giveCookies(reply, answer.cookies, null)
    if (action !== null) await audit(shop, userId, action)
    return answer.body
  })
}

/** One try at a password or code: limited by client, made to wait after wrong ones, forgotten when right. */
async function slowed<T>(
  shop: AccountDeps,
  request: FastifyRequest,
  account: string,
  check: (auth: Auth) => Promise<T>,
): Promise<T> {
  shop.access.requireOwnPage(request)
  const client = clientOf(request)
  await refuseAbove(shop.limits, 'sign-in', client)
  const attempt = await beginTry(shop.db, account, client, shop.clock())
  if (attempt.kind === 'wait') {
    const { retryAfterS } = attempt
    throw new CallError(429, 'RATE_LIMITED', 'Too many wrong tries. Please wait before the next one.', {
      retryAfterS,
    })
  }
  const outcome = await check(await shop.auth())
  await forgetFailures(shop.db, account, client)
  return outcome
}

async function signedIn(
  shop: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: { readonly cookies: readonly string[]; readonly body: SignedIn },
) {
  const userId = answer.body.userId ?? ''
  await audit(shop, userId, 'sign-in')
  const role = await shop.db
    .selectFrom('user_roles')
    .select('role')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  giveCookies(reply, answer.cookies, adminCookie(role !== undefined, request.headers.cookie, shop.isSecure))
  return { success: true, secondFactor: false } as const
}

async function audit({ db, clock }: AccountDeps, userId: string, action: AuditAction): Promise<void> {
  await recordAudit(db, { at: clock(), actorId: userId, action, subject: { kind: 'user', id: userId } })
}

const SENTENCES = {
  SIGN_IN_FAILED: 'E-mail or password is wrong.',
  CODE_WRONG: 'This code is not right, or too old.',
  PASSWORD_WRONG: 'The password is wrong.',
} as const

/** Whatever better-auth had against it, the caller learns no more than that it was wrong; a pause is told as one. */
function refuse(
  reply: FastifyReply,
  answer: { readonly cookies: readonly string[]; readonly status: number; readonly code: string },
  code: keyof typeof SENTENCES,
): CallError {
  giveCookies(reply, answer.cookies, null)
  if (answer.code === 'TOTP_ALREADY_ENABLED') {
    return new CallError(409, 'SECOND_FACTOR_ON', 'the second factor is on already')
  }
  if (answer.code === 'PASSWORD_TOO_SHORT' || answer.code === 'PASSWORD_TOO_LONG') {
    return new CallError(400, 'PASSWORD_INVALID', 'a password has 12 to 128 characters')
  }
  if (answer.status === 429) {
    return new CallError(429, 'RATE_LIMITED', 'Too many wrong codes. Please wait 15 minutes.', {
      retryAfterS: 900,
    })
  }
  return new CallError(401, code, SENTENCES[code])
}

function giveCookies(reply: FastifyReply, cookies: readonly string[], mark: string | null): void {
  const all = [...cookies, ...(mark === null ? [] : [mark])]
  if (all.length > 0) void reply.header('set-cookie', all)
}

function askedBy(request: FastifyRequest): AuthRequest {
  const { cookie, 'user-agent': userAgent } = request.headers
  return { cookie, userAgent: userAgent?.slice(0, 300), client: clientOf(request) }
}
