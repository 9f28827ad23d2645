import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { authRequestOf, setCookies } from './auth-replies.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { CallError, clientOf, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import {
  ChangePasswordRequest,
  SessionReply,
  SetPasswordReply,
  SetPasswordRequest,
} from '#shared/admin-api.ts'
import { isGuessablePassword, namesOfEmail, namesOfTitle } from '#shared/is-guessable-password.ts'
import { Done } from '#shared/api.ts'
import { ConfirmRequest } from '#shared/passkey-api.ts'
import { adminCookie } from './admin-cookie.ts'
import { findPasswordLink, redeemPasswordLink } from './password-links.ts'
import { restrictTo } from './require-access.ts'
import type { AccountDeps } from './account-deps.ts'
import { checkPasskey } from './check-passkey.ts'
import { noteConfirmation, replaceSession } from './complete-sign-in.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { withOwnPassword } from './with-own-password.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { hashPassword, writePassword } from './write-password.ts'

/** Routes for signing in and out, sessions, passwords and second factors. */
export function authRoutes(app: App, deps: AccountDeps): void {
  signInRoutes(app, deps)
  sessionRoutes(app, deps)
  passwordRoutes(app, deps)
  secondFactorRoutes(app, deps)
  passkeyRoutes(app, deps)
}

function sessionRoutes(app: App, deps: AccountDeps): void {
  app.get('/auth/session', callOf(SessionReply, {}), async (request, reply) => {
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
    const renewed = renewal.kind === 'done' ? renewal.body?.expiresAt : undefined
    if (renewed === undefined) return { session: null }
    const expiresAt = renewed < actor.sessionEndsAt ? renewed : actor.sessionEndsAt
    return { session: { expiresAt: expiresAt.toISOString() } }
  })
}

function passwordRoutes(app: App, deps: AccountDeps): void {
  app.post('/auth/set-password', callOf(SetPasswordReply, { body: SetPasswordRequest }), async (request) => {
    deps.access.requireAllowedOrigin(request)
    await enforceLimit(deps.limits, 'sign-in', clientOf(request))
    const { token, password } = request.body
    const now = deps.clock()
    const email = await findPasswordLink(deps.db, token, now)
    if (email === null) throw linkInvalid()
    refuseGuessable(deps, password, email)
    const hash = await hashPassword(password)
    return deps.db.transaction().execute(async (tx) => {
      const userId = await redeemPasswordLink(tx, token, now)
      if (userId === null) throw linkInvalid()
      await writePassword(tx, userId, hash, now)
      await recordAudit(tx, {
        at: now,
        actorId: userId,
        action: 'password.set',
        subject: { kind: 'user', id: userId },
        facts: { byLink: true },
      })
      return { success: true, email } as const
    })
  })
  app.post(
    '/auth/confirm',
    { ...restrictTo(deps.access, 'signed-in'), ...callOf(Done, { body: ConfirmRequest }) },
    async (request, reply) => {
      await confirm(deps, request, reply, request.body)
      return { success: true } as const
    },
  )
  app.post(
    '/auth/change-password',
    { ...restrictTo(deps.access, 'signed-in'), ...callOf(Done, { body: ChangePasswordRequest }) },
    async (request, reply) => {
      const { currentPassword, newPassword } = request.body
      refuseGuessable(deps, newPassword, (await deps.access.requireActor(request)).email)
      return withOwnPassword(deps, request, reply, 'password.set', (auth, authRequest) =>
        auth.changePassword(authRequest, currentPassword, newPassword),
      ).then(() => ({ success: true }) as const)
    },
  )
}

/** Notes that the user gave the password or a passkey again; with neither, refuses if that is due. */
async function confirm(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  body: z.infer<typeof ConfirmRequest>,
): Promise<void> {
  const actor = await deps.access.requireActor(request)
  if ('assertion' in body) {
    await checkPasskey(deps, request, body.assertion, ({ cookies }) =>
      replaceSession(deps, request, reply, cookies),
    )
    return
  }
  const { password } = body
  if (password === undefined) {
    deps.access.requireConfirmed(actor)
    return
  }
  await withOwnPassword(deps, request, reply, null, (auth, authRequest) =>
    auth.checkPassword(authRequest, password),
  )
  await noteConfirmation(deps, actor.sessionId)
}

function linkInvalid(): CallError {
  return new CallError(400, 'LINK_INVALID', 'this link was used already, or is too old')
}

function refuseGuessable({ issuer }: AccountDeps, password: string, email: string): void {
  if (!isGuessablePassword(password, [...namesOfEmail(email), ...namesOfTitle(issuer)])) return
  throw new CallError(400, 'PASSWORD_GUESSABLE', 'this password is among the first that are tried')
}
