import type { DbDeps } from '#server/db/db-deps.ts'
import { CallError, clientOf } from '#server/http/app.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import type { TokenScope } from '#shared/tokens-api.ts'
import { findApiToken, type ApiToken } from './api-tokens.ts'

/** The parts of a request that identify its caller. */
interface TokenRequest {
  readonly ip: string
  readonly headers: { readonly authorization?: string | undefined }
}

export interface TokenAccessDeps extends DbDeps {
  readonly limits: Limits
}

/** The access rule of a call for programs; checked before anything is read. A session of a person does not open it. */
export function withToken(deps: TokenAccessDeps, scope: TokenScope) {
  return {
    config: { rule: `token ${scope}` },
    onRequest: async (request: TokenRequest): Promise<void> => {
      const { id } = await requireToken(deps, request, scope)
      await enforceLimit(deps.limits, 'api', id)
    },
  }
}

/** @throws {CallError} 401 without a valid token, 403 without the scope, 429 for a client that guesses. */
export async function requireToken(
  { db, clock, limits }: TokenAccessDeps,
  request: TokenRequest,
  scope: TokenScope,
): Promise<ApiToken> {
  const token = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const found = await findApiToken(db, token, clock())
  if (found === null) {
    await enforceLimit(limits, 'reads', clientOf(request))
    throw new CallError(401, 'UNAUTHORIZED', 'expected the header Authorization: Bearer and a valid token')
  }
  if (!found.scopes.includes(scope))
    throw new CallError(403, 'FORBIDDEN', `the token lacks the scope ${scope}`)
  return found
}
