import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { CallError } from '#server/http/app.ts'
import { isAllowedOrigin, type OriginRule } from '#server/live/allowed-origin.ts'
import { may, type Permission } from '#shared/permissions.ts'
import { findActor, type Actor } from './find-actor.ts'
import { readSessionToken } from './session-cookie.ts'

/** What of a request tells who asks. */
export interface AskingRequest {
  readonly method: string
  readonly headers: {
    readonly cookie?: string | undefined
    readonly origin?: string | undefined
    readonly host?: string | undefined
  }
}

/** Who may do what: asked by every handler behind a sign-in. */
export interface Access {
  /** Who is signed in; null: nobody. */
  actorOf(request: AskingRequest): Promise<Actor | null>
  /** @throws {CallError} 401 where nobody is signed in, 403 where a page of another origin asks. */
  requireActor(request: AskingRequest): Promise<Actor>
  /** @throws {CallError} as `requireActor`, and 403 without the permission. */
  requirePermission(request: AskingRequest, permission: Permission): Promise<Actor>
  /** @throws {CallError} 403 where a page of another origin asks to change something. */
  requireOwnPage(request: AskingRequest): void
}

interface AccessDeps {
  readonly db: Db
  readonly clock: Clock
  readonly secret: string
  readonly isSecure: boolean
  readonly origin: OriginRule
}

export function createAccess({ db, clock, secret, isSecure, origin }: AccessDeps): Access {
  const actorOf = async (request: AskingRequest) => {
    const token = readSessionToken(request.headers.cookie, { secret, isSecure })
    return token === null ? null : findActor(db, token, clock())
  }
  const requireOwnPage = ({ method, headers }: AskingRequest) => {
    if (method === 'GET' || method === 'HEAD' || isAllowedOrigin(origin, headers.origin, headers.host)) return
    throw new CallError(403, 'FORBIDDEN', 'this call is only for pages of this shop')
  }
  const requireActor = async (request: AskingRequest) => {
    requireOwnPage(request)
    const actor = await actorOf(request)
    if (actor === null) throw new CallError(401, 'UNAUTHORIZED', 'sign in first')
    return actor
  }
  return {
    actorOf,
    requireOwnPage,
    requireActor,
    async requirePermission(request, permission) {
      const actor = await requireActor(request)
      if (may(actor.role, permission)) return actor
      throw new CallError(403, 'FORBIDDEN', 'your role does not allow this')
    },
  }
}

/** What `config` of a route says about who may call it. */
export type CallRule = 'signed-in' | Permission

/**
 * The rule of a route behind a sign-in, to be spread into its options: checked before anything of the request is read. A route with several acts names the least that all of them need, and its handler
 * asks for the rest.
 */
export function guarded(access: Access, rule: CallRule) {
  return {
    config: { rule },
    onRequest: async (request: AskingRequest): Promise<void> => {
      if (rule === 'signed-in') await access.requireActor(request)
      else await access.requirePermission(request, rule)
    },
  }
}
