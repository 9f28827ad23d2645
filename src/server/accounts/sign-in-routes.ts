import type { Db } from '#server/db/database.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { CodeRequest, SignInReply, SignInRequest } from '#shared/admin-api.ts'
import { Done, EmptyRequest } from '#shared/api.ts'
import type { AccountDeps } from './account-deps.ts'
import { adminCookie } from './admin-cookie.ts'
import { auditAccount, authRequestOf, MESSAGES, setCookies, toCallError } from './auth-replies.ts'
import { checkAttempt } from './check-attempt.ts'
import { completeSignIn, requestWith } from './complete-sign-in.ts'
import type { Actor } from './find-actor.ts'
import { isKnownDevice } from './known-device.ts'
import { hasAuthenticator } from './passkeys.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'

/** Routes for signing in, with a second factor or without, and signing out. */
export function signInRoutes(app: App, deps: AccountDeps): void {
  app.post('/auth/sign-in/email', callOf(SignInReply, { body: SignInRequest }), async (request, reply) => {
    const { email, password } = request.body
    deps.access.requireAllowedOrigin(request)
    const attempt = {
      account: email,
      isKnownDevice: isKnownDevice(request.headers.cookie, email, deps),
      action: 'sign-in.failed',
      findUserId: () => findUserId(deps.db, email),
    } as const
    return checkAttempt(deps, request, attempt, async () => {
      const auth = await deps.auth()
      const result = await auth.signIn(authRequestOf(request), email, password)
      if (result.kind === 'refused') throw toCallError(reply, result, 'SIGN_IN_FAILED')
      if (result.body.userId === null) {
        setCookies(reply, result.cookies)
        return { success: true, secondFactor: true } as const
      }
      return completeSignIn(deps, request, reply, result)
    })
  })
  const verify = (name: 'verify-totp' | 'verify-backup-code', method: 'verifyCode' | 'verifyRecoveryCode') =>
    app.post(
      `/auth/two-factor/${name}`,
      callOf(SignInReply, { body: CodeRequest }),
      async (request, reply) => {
        deps.access.requireAllowedOrigin(request)
        const before = await deps.access.actorOf(request)
        const userId = before?.userId ?? (await deps.access.pendingUserOf(request))
        if (userId === null) throw new CallError(401, 'CODE_WRONG', MESSAGES.CODE_WRONG)
        const attempt = {
          account: `code ${userId}`,
          isKnownDevice: before !== null,
          action: 'code.failed',
          findUserId: () => Promise.resolve(userId),
        } as const
        return checkAttempt(deps, request, attempt, async () => {
          const { code } = request.body
          // before the check: of two calls with one code at the same time, at most one may succeed
          if (method === 'verifyCode' && !(await useCode(deps.db, userId, code, deps.clock())))
            throw new CallError(401, 'CODE_WRONG', MESSAGES.CODE_WRONG)
          const isNew = method === 'verifyCode' && !(await hasAuthenticator(deps.db, userId))
          const result = await (await deps.auth())[method](authRequestOf(request), code)
          if (result.kind === 'refused') throw toCallError(reply, result, 'CODE_WRONG')
          if (before === null) return completeSignIn(deps, request, reply, result)
          if (isNew) await finishSecondFactor(deps, before, result.cookies)
          setCookies(reply, result.cookies)
          return { success: true, secondFactor: false } as const
        })
      },
    )
  verify('verify-totp', 'verifyCode')
  verify('verify-backup-code', 'verifyRecoveryCode')
  app.post('/auth/sign-out', callOf(Done, { body: EmptyRequest }), async (request, reply) => {
    deps.access.requireAllowedOrigin(request)
    const result = await (await deps.auth()).signOut(authRequestOf(request))
    setCookies(reply, result.cookies, adminCookie(false, request.headers.cookie, deps.isSecure))
    return { success: true } as const
  })
}

/** Records that an authenticator app was set up, and ends sessions that began without it. */
async function finishSecondFactor(
  deps: AccountDeps,
  before: Actor,
  cookies: readonly string[],
): Promise<void> {
  await auditAccount(deps, before.userId, 'second-factor.on')
  // a passkey was there: they all began with it
  if (before.hasSecondFactor) return
  const after = await deps.access.actorOf(requestWith(cookies))
  await deps.db
    .deleteFrom('user_sessions')
    .where('user_id', '=', before.userId)
    .where('id', '!=', after?.sessionId ?? before.sessionId)
    .execute()
}

async function findUserId(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row?.id ?? null
}

/** A code is valid for three steps of 30 s; in this time no other step of one secret is likely to have the same digits. */
const REPLAYABLE_FOR = '5 minutes'

/**
 * Marks a one-time code of an account as used. Of two concurrent calls one succeeds.
 *
 * @returns false if it was used before: somebody may have seen it.
 */
async function useCode(db: Db, userId: string, code: string, now: Date): Promise<boolean> {
  const hash = createHash('sha256').update(`${userId}\0${code}`).digest()
  const { rows } = await sql`
    insert into used_codes as u (user_id, code_hash, used_at) values (${userId}, ${hash}, ${now})
    on conflict (user_id, code_hash) do update set used_at = excluded.used_at
      where u.used_at < excluded.used_at - ${REPLAYABLE_FOR}::interval
    returning 1`.execute(db)
  return rows.length === 1
}
