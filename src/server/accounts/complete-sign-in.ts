import type { Db } from '#server/db/database.ts'
import type { AccountDeps } from './account-deps.ts'
import { adminCookie } from './admin-cookie.ts'
import { auditAccount, setCookies, type AccountReply, type AccountRequest } from './auth-replies.ts'
import type { Actor } from './find-actor.ts'
import { knownDeviceCookie } from './known-device.ts'
import type { SignInResult } from './open-auth.ts'
import type { AccessRequest } from './require-access.ts'

/** Ends a sign-in that succeeded: audit, cookies, and the end of the session that the browser had. */
export async function completeSignIn(
  deps: AccountDeps,
  request: AccountRequest,
  reply: AccountReply,
  result: { readonly cookies: readonly string[]; readonly body: SignInResult },
) {
  const userId = result.body.userId ?? ''
  await endPresentedSession(deps, request)
  await auditAccount(deps, userId, 'sign-in')
  const actor = await deps.access.actorOf(requestWith(result.cookies))
  if (actor === null) throw new Error('expected a session after signing in, got none')
  if (deps.access.secondFactorDue(actor) === 'now') await startGrace(deps.db, actor)
  setCookies(
    reply,
    result.cookies,
    adminCookie(actor.role !== null, request.headers.cookie, deps.isSecure),
    knownDeviceCookie(actor.email, deps),
  )
  return { success: true, secondFactor: false } as const
}

/** The browser gets another session; the one that it had would stay valid for who copied it. */
async function endPresentedSession({ db, access }: AccountDeps, request: AccountRequest): Promise<void> {
  const presented = await access.actorOf(request)
  if (presented === null) return
  await db.deleteFrom('user_sessions').where('id', '=', presented.sessionId).execute()
}

/** Gives the browser the session that began with a confirmation, in place of the one that it had. */
export async function replaceSession(
  deps: AccountDeps,
  request: AccountRequest,
  reply: AccountReply,
  cookies: readonly string[],
): Promise<void> {
  await endPresentedSession(deps, request)
  const actor = await deps.access.actorOf(requestWith(cookies))
  if (actor === null) throw new Error('expected a session after a confirmation, got none')
  await noteConfirmation(deps, actor.sessionId)
  setCookies(reply, cookies)
}

/** Stores that the user of a session gave the password or a passkey again. */
export async function noteConfirmation({ db, clock }: AccountDeps, sessionId: string): Promise<void> {
  await db.updateTable('user_sessions').set({ confirmed_at: clock() }).where('id', '=', sessionId).execute()
}

/** The first session without a second factor that is required has all rights, so that nobody is locked out by an update. */
async function startGrace(db: Db, { userId, sessionId }: Actor): Promise<void> {
  await db
    .updateTable('users')
    .set({ grace_session: sessionId })
    .where('id', '=', userId)
    .where('grace_session', 'is', null)
    .execute()
}

/** A request with the cookies that a reply is about to set. */
export function requestWith(cookies: readonly string[]): AccessRequest {
  return { method: 'GET', headers: { cookie: cookies.map((line) => line.split(';')[0] ?? '').join('; ') } }
}
