import { recordAudit } from '#server/audit/record-audit.ts'
import { CallError, clientOf, type App } from '#server/http/app.ts'
import { refuseAbove } from '#server/rate-limits/refuse-above.ts'
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
import type { AccountDeps } from './auth-routes.ts'
import { guarded } from './require-access.ts'

export interface UserDeps extends AccountDeps {
  /** Whether a person may take a role for testing; never in production. */
  readonly allowsSelfGrant: boolean
}

/** The spec's texts for what may come of granting oneself a role. */
const GRANT_FAILED = 'فشل في منح صلاحيات الإدارة'
const GRANTED_ALREADY = 'أنت مدير بالفعل'

/** Who one is, what one may do, and where one is signed in. */
export function userRoutes(app: App, shop: UserDeps): void {
  readRoutes(app, shop)
  selfGrantRoute(app, shop)
  ownSessionRoutes(app, shop)
}

function readRoutes(app: App, shop: UserDeps): void {
  app.get(
    '/data/user',
    { schema: { response: { 200: UserReply, '4xx': Failure } } },
    async (request, reply) => {
      await refuseAbove(shop.limits, 'reads', clientOf(request))
      const actor = await shop.access.actorOf(request)
      const mark = adminCookie(actor !== null && actor.role !== null, request.headers.cookie, shop.isSecure)
      if (mark !== null) void reply.header('set-cookie', mark)
      if (actor === null) return { user: null, selfGrant: shop.allowsSelfGrant }
      const { userId: id, email, role, hasSecondFactor, sessionExpiresAt } = actor
      const permissions = [...permissionsOf(role)]
      return {
        user: {
          id,
          email,
          role,
          permissions,
          hasSecondFactor,
          sessionExpiresAt: sessionExpiresAt.toISOString(),
        },
        selfGrant: shop.allowsSelfGrant,
      }
    },
  )
  app.get(
    '/data/user-roles',
    { schema: { querystring: UserRolesQuery, response: { 200: UserRolesReply, '4xx': Failure } } },
    async (request) => {
      await refuseAbove(shop.limits, 'reads', clientOf(request))
      const actor = await shop.access.actorOf(request)
      const { user_id: asked, role } = request.query
      // one's own row alone, whoever is asked for
      if (actor === null || actor.role === null) return []
      if ((asked !== undefined && asked !== actor.userId) || (role !== undefined && role !== 'admin'))
        return []
      return [{ user_id: actor.userId, role: 'admin' as const, name: actor.role }]
    },
  )
}

function selfGrantRoute(app: App, shop: UserDeps): void {
  app.post(
    '/data/user-roles',
    {
      ...guarded(shop.access, 'signed-in'),
      schema: { body: SelfGrantRequest, response: { 201: Done, '4xx': Failure } },
    },
    async (request, reply) => {
      const actor = await shop.access.requireActor(request)
      if (!shop.allowsSelfGrant) throw new CallError(403, 'SELF_GRANT_REFUSED', GRANT_FAILED)
      if (request.body.user_id !== actor.userId) throw new CallError(403, 'FORBIDDEN', GRANT_FAILED)
      const now = shop.clock()
      const isGranted = await shop.db.transaction().execute(async (tx) => {
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
      const mark = adminCookie(true, request.headers.cookie, shop.isSecure)
      if (mark !== null) void reply.header('set-cookie', mark)
      return reply.status(201).send({ success: true })
    },
  )
}

function ownSessionRoutes(app: App, shop: UserDeps): void {
  const own = guarded(shop.access, 'signed-in')
  app.get(
    '/auth/sessions',
    { ...own, schema: { response: { 200: SessionsReply, '4xx': Failure } } },
    async (request) => {
      const actor = await shop.access.requireActor(request)
      const rows = await shop.db
        .selectFrom('user_sessions')
        .select(['id', 'created_at', 'expires_at', 'ip_address', 'user_agent'])
        .where('user_id', '=', actor.userId)
        .where('expires_at', '>', shop.clock())
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
    },
  )
  app.delete(
    '/auth/sessions',
    { ...own, schema: { body: RevokeSessionRequest, response: { 200: Done, '4xx': Failure } } },
    async (request) => {
      const actor = await shop.access.requireActor(request)
      const { body } = request
      await shop.db.transaction().execute(async (tx) => {
        // only one's own: another person's session is simply not found
        const mine = tx.deleteFrom('user_sessions').where('user_id', '=', actor.userId)
        await (
          'id' in body ? mine.where('id', '=', body.id) : mine.where('id', '<>', actor.sessionId)
        ).execute()
        const subject = { kind: 'user', id: actor.userId } as const
        await recordAudit(tx, { at: shop.clock(), actorId: actor.userId, action: 'session.revoke', subject })
      })
      return { success: true } as const
    },
  )
}
