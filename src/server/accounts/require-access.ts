import type { DbDeps } from '#server/db/db-deps.ts'
import { CallError } from '#server/http/app.ts'
import { isAllowedOrigin, type OriginRule } from '#server/live/allowed-origin.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { SecondFactorDue } from '#shared/admin-api.ts'
import { may, needsConfirmation, type Permission, type Role } from '#shared/permissions.ts'
import { findActor, findPendingUser, type Actor } from './find-actor.ts'
import { readPendingSignIn, readSessionToken } from './session-cookie.ts'

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
  /** The user whose password was right and whose second factor is awaited; null if there is none. */
  pendingUserOf(request: AccessRequest): Promise<string | null>
  /** Whether the account needs a second factor that it does not have: `now` it may do nothing else, `soon` from the next sign-in on. */
  secondFactorDue(actor: Actor): SecondFactorDue
  /** @throws {CallError} 401 if nobody is signed in, 403 if the request comes from another origin. */
  requireActor(request: AccessRequest): Promise<Actor>
  /** @throws {CallError} like `requireActor`, and 403 without the permission. */
  requirePermission(request: AccessRequest, permission: Permission): Promise<Actor>
  /** @throws {CallError} 403 `CONFIRM_REQUIRED` if this is required and the password was not given for a while. */
  requireConfirmed(actor: Actor): void
  /** @throws {CallError} 403 `CONFIRM_REQUIRED` if the user gave neither password nor passkey in the last minutes, beyond signing in. */
  requireJustConfirmed(actor: Actor): void
  /** @throws {CallError} 403 if a page of another origin sends a request that changes something. */
  requireAllowedOrigin(request: AccessRequest): void
}

interface AccessDeps extends DbDeps {
  readonly secret: string
  readonly isSecure: boolean
  readonly origin: OriginRule
  /** Whether owners and managers need a second factor, and their password again for what cannot be undone. */
  readonly isStrict: boolean
}

/** Roles that can take keys and money out of the shop. */
const STRICT_ROLES: readonly (Role | null)[] = ['owner', 'manager']
const CONFIRMED_FOR_MS = 15 * 60_000
/** Long enough to repeat the call that asked for it. */
const JUST_CONFIRMED_MS = 2 * 60_000

export function createAccess({ db, clock, secret, isSecure, origin, isStrict }: AccessDeps): Access {
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
  const secondFactorDue = (actor: Actor) => {
    if (!isStrict || !STRICT_ROLES.includes(actor.role) || actor.hasSecondFactor) return 'no'
    return actor.isGraceSession ? 'soon' : 'now'
  }
  const requireConfirmed = ({ confirmedAt }: Actor) => {
    if (!isStrict || clock().getTime() - confirmedAt.getTime() < CONFIRMED_FOR_MS) return
    throw confirmRequired()
  }
  const requireJustConfirmed = ({ lastConfirmation }: Actor) => {
    if (lastConfirmation !== null && clock().getTime() - lastConfirmation.getTime() < JUST_CONFIRMED_MS)
      return
    throw confirmRequired()
  }
  return {
    actorOf,
    pendingUserOf: async (request) => {
      const pending = readPendingSignIn(request.headers.cookie, { secret, isSecure })
      return pending === null ? null : findPendingUser(db, pending)
    },
    secondFactorDue,
    requireConfirmed,
    requireJustConfirmed,
    requireAllowedOrigin,
    requireActor,
    async requirePermission(request, permission) {
      const actor = await requireActor(request)
      if (secondFactorDue(actor) === 'now')
        throw new CallError(403, 'SECOND_FACTOR_REQUIRED', 'set up your second factor first')
      if (may(actor.role, permission)) {
        if (needsConfirmation(permission, request.method)) requireConfirmed(actor)
        return actor
      }
      const subject = { kind: 'user', id: actor.userId } as const
      const facts = { permission }
      await recordAudit(db, { at: clock(), actorId: actor.userId, action: 'access.refused', subject, facts })
      throw new CallError(403, 'FORBIDDEN', 'your role does not allow this')
    },
  }
}

function confirmRequired(): CallError {
  return new CallError(403, 'CONFIRM_REQUIRED', 'give your password or a passkey again')
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
