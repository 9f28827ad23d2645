import { recordAudit } from '#server/audit/record-audit.ts'
import { CallError, clientOf, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import {
  RevokeSessionRequest,
  SelfGrantRequest,
  SessionsReply,
  UserReply,
  UserRolesQuery,
  UserRolesReply,
} from '#shared/admin-api.ts'
import { Done, Failure } from '#shared/api.ts'
import { permissionsOf } from '#shared/permissions.ts'
import { adminCookie } from './admin-cookie.ts'
import type { AccountDeps } from './account-deps.ts'
import { findFactors, NO_FACTORS } from './passkeys.ts'
import { restrictTo } from './require-access.ts'
import type { Db } from '#server/db/database.ts'
import { readCookie } from '#server/formats/cookies.ts'
import { isLanguage } from '#shared/languages.ts'
import { ADMIN_LANGUAGE_COOKIE } from '#shared/constants.ts'
import type { Actor } from './find-actor.ts'

export interface UserDeps extends AccountDeps {
  /** Whether a person may take a role for testing; never in production. */
  readonly allowsSelfGrant: boolean
}

/** Error messages of the self-grant. */
const GRANT_FAILED = 'فشل في منح صلاحيات الإدارة'
const GRANTED_ALREADY = 'أنت مدير بالفعل'

/** Routes for the signed-in user: profile, permissions and sessions. */
export function userRoutes(app: App, deps: UserDeps): void {
  readRoutes(app, deps)
  selfGrantRoute(app, deps)
  ownSessionRoutes(app, deps)
}

function readRoutes(app: App, deps: UserDeps): void {
  app.get('/data/user', callOf(UserReply, {}), async (request, reply) => {
    await enforceLimit(deps.limits, 'reads', clientOf(request))
    const actor = await deps.access.actorOf(request)
    const mark = adminCookie(actor !== null && actor.role !== null, request.headers.cookie, deps.isSecure)
    if (mark !== null) void reply.header('set-cookie', mark)
    if (actor === null) return { user: null, selfGrant: deps.allowsSelfGrant }
    await storeLanguage(deps.db, actor, request.headers.cookie)
    const { userId: id, email, role, hasSecondFactor, sessionExpiresAt } = actor
    const secondFactorDue = deps.access.secondFactorDue(actor)
    const permissions = secondFactorDue === 'now' ? [] : [...permissionsOf(role)]
    return {
      user: {
        id,
        email,
        role,
        permissions,
        hasSecondFactor,
        ...(hasSecondFactor ? await findFactors(deps.db, id) : NO_FACTORS),
        secondFactorDue,
        sessionExpiresAt: sessionExpiresAt.toISOString(),
      },
      selfGrant: deps.allowsSelfGrant,
    }
  })
  app.get('/data/user-roles', callOf(UserRolesReply, { querystring: UserRolesQuery }), async (request) => {
    await enforceLimit(deps.limits, 'reads', clientOf(request))
    const actor = await deps.access.actorOf(request)
    const { user_id: userId, role } = request.query
    // a user sees only their own row
    if (actor === null || actor.role === null) return []
    if ((userId !== undefined && userId !== actor.userId) || (role !== undefined && role !== 'admin'))
      return []
    return [{ user_id: actor.userId, role: 'admin' as const, name: actor.role }]
  })
}

function selfGrantRoute(app: App, deps: UserDeps): void {
  app.post(
    '/data/user-roles',
    {
      ...restrictTo(deps.access, 'signed-in'),
      schema: { body: SelfGrantRequest, response: { 201: Done, '4xx': Failure } },
    },
    async (request, reply) => {
      const actor = await deps.access.requireActor(request)
      if (!deps.allowsSelfGrant) throw new CallError(403, 'SELF_GRANT_REFUSED', GRANT_FAILED)
      if (request.body.user_id !== actor.userId) throw new CallError(403, 'FORBIDDEN', GRANT_FAILED)
      const now = deps.clock()
      const isGranted = await deps.db.transaction().execute(async (tx) => {
        const row = await tx
          .insertInto('user_roles')
          .values({ user_id: actor.userId, role: 'owner', granted_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .executeTakeFirst()
        if (row === undefined) return false
        const subject = { kind: 'user', id: actor.userId } as const
        await recordAudit(tx, { at: now, actorId: actor.userId, action: 'role.self-grant', subject })
        return true
      })
      if (!isGranted) throw new CallError(409, '23505', GRANTED_ALREADY)
      const mark = adminCookie(true, request.headers.cookie, deps.isSecure)
      if (mark !== null) void reply.header('set-cookie', mark)
      return reply.status(201).send({ success: true })
    },
  )
}

function ownSessionRoutes(app: App, deps: UserDeps): void {
  const own = restrictTo(deps.access, 'signed-in')
  app.get('/auth/sessions', { ...own, ...callOf(SessionsReply, {}) }, async (request) => {
    const actor = await deps.access.requireActor(request)
    const rows = await deps.db
      .selectFrom('user_sessions')
      .select(['id', 'created_at', 'expires_at', 'ip_address', 'user_agent'])
      .where('user_id', '=', actor.userId)
      .where('expires_at', '>', deps.clock())
      .orderBy('created_at', 'desc')
      .execute()
    const sessions = rows.map((row) => ({
      id: row.id,
      current: row.id === actor.sessionId,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      client: row.ip_address,
      userAgent: row.user_agent,
    }))
    return { success: true, sessions } as const
  })
  app.delete(
    '/auth/sessions',
    { ...own, ...callOf(Done, { body: RevokeSessionRequest }) },
    async (request) => {
      const actor = await deps.access.requireActor(request)
      const { body } = request
      await deps.db.transaction().execute(async (tx) => {
        // only own sessions: another person's session is not found
        const mine = tx.deleteFrom('user_sessions').where('user_id', '=', actor.userId)
        await (
          'id' in body ? mine.where('id', '=', body.id) : mine.where('id', '<>', actor.sessionId)
        ).execute()
        const subject = { kind: 'user', id: actor.userId } as const
        await recordAudit(tx, { at: deps.clock(), actorId: actor.userId, action: 'session.revoke', subject })
      })
      return { success: true } as const
    },
  )
}

/** Stores the language in which staff use the back office, as its cookie says, so that they are told of alerts in it. */
export async function storeLanguage(
  db: Db,
  { userId, role, language }: Pick<Actor, 'userId' | 'role' | 'language'>,
  cookieHeader: string | undefined,
): Promise<void> {
  const chosen = readCookie(cookieHeader, ADMIN_LANGUAGE_COOKIE)
  if (role === null || chosen === null || chosen === language || !isLanguage(chosen)) return
  await db.updateTable('users').set({ language: chosen }).where('id', '=', userId).execute()
}
