import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { CallError } from '#server/http/app.ts'
import { isAllowedOrigin, type OriginRule } from '#server/live/allowed-origin.ts'
import { may, type Permission } from '#shared/permissions.ts'
import { findActor, type Actor } from './find-actor.ts'
import { readSessionToken } from './session-cookie.ts'

/** The parts of a request that identify its caller. */
export interface AccessRequest {
  readonly method: string
  readonly headers: {
    readonly cookie?: string | undefined
    readonly origin?: string | undefined
    readonly host?: string | undefined
  }
}

/** Access control, used by every handler behind a sign-in. */
export interface Access {
  /** The user who is signed in; null if nobody is. */
  actorOf(request: AccessRequest): Promise<Actor | null>
  /** @throws {CallError} 401 if nobody is signed in, 403 if the request comes from another origin. */
  requireActor(request: AccessRequest): Promise<Actor>
  /** @throws {CallError} like `requireActor`, and 403 without the permission. */
  requirePermission(request: AccessRequest, permission: Permission): Promise<Actor>
  /** @throws {CallError} 403 if a page of another origin sends a request that changes something. */
  requireAllowedOrigin(request: AccessRequest): void
}

interface AccessDeps {
  readonly db: Db
  readonly clock: Clock
  readonly secret: string
  readonly isSecure: boolean
  readonly origin: OriginRule
}

export function createAccess({ db, clock, secret, isSecure, origin }: AccessDeps): Access {
  const actorOf = async (request: AccessRequest) => {
    const token = readSessionToken(request.headers.cookie, { secret, isSecure })
    return token === null ? null : findActor(db, token, clock())
  }
  const requireAllowedOrigin = ({ method, headers }: AccessRequest) => {
    if (method === 'GET' || method === 'HEAD' || isAllowedOrigin(origin, headers.origin, headers.host)) return
    throw new CallError(403, 'FORBIDDEN', 'this call is only for pages of this shop')
  }
  const requireActor = async (request: AccessRequest) => {
    requireAllowedOrigin(request)
    const actor = await actorOf(request)
    if (actor === null) throw new CallError(401, 'UNAUTHORIZED', 'sign in first')
    return actor
  }
  return {
    actorOf,
    requireAllowedOrigin,
    requireActor,
    async requirePermission(request, permission) {
      const actor = await requireActor(request)
      if (may(actor.role, permission)) return actor
      throw new CallError(403, 'FORBIDDEN', 'your role does not allow this')
    },
  }
}

/** Who may call a route; stored in the route's `config`. */
export type CallRule = 'signed-in' | Permission

/**
 * The access rule of a route, to be spread into its options; checked before the request body is read. A route with
 * several actions names the permission they all need, and its handler checks further ones.
 */
export function restrictTo(access: Access, rule: CallRule) {
  return {
    config: { rule },
    onRequest: async (request: AccessRequest): Promise<void> => {
      if (rule === 'signed-in') await access.requireActor(request)
      else await access.requirePermission(request, rule)
    },
  }
}
