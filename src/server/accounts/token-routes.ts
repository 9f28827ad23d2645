import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { TokenActionReply, TokenRequest, TokensReply } from '#shared/tokens-api.ts'
import type { AccountDeps } from './account-deps.ts'
import { createApiToken, listApiTokens, revokeApiToken } from './api-tokens.ts'
import { restrictTo } from './require-access.ts'

/** The calls by which owners create and revoke tokens for programs. */
export function tokenRoutes(
  app: App,
  { db, clock, access }: Pick<AccountDeps, 'db' | 'clock' | 'access'>,
): void {
  const rule = restrictTo(access, 'tokens.manage')
  app.get('/functions/api-tokens', { ...rule, ...callOf(TokensReply, {}) }, async () => ({
    success: true as const,
    tokens: await listApiTokens(db, clock()),
  }))
  app.post(
    '/functions/api-tokens',
    { ...rule, ...callOf(TokenActionReply, { body: TokenRequest }) },
    async (request) => {
      const actor = await access.requirePermission(request, 'tokens.manage')
      // not even in the one session that is let in without
      if (access.secondFactorDue(actor) !== 'no')
        throw new CallError(403, 'SECOND_FACTOR_REQUIRED', 'set up your second factor first')
      const by = { actorId: actor.userId, now: clock() }
      const { body } = request
      if (body.action === 'create')
        return { success: true as const, token: await createApiToken(db, body, by) }
      if (!(await revokeApiToken(db, body.id, by)))
        throw new CallError(404, 'TOKEN_NOT_FOUND', 'there is no such token, or it is revoked already')
      return { success: true as const, token: null }
    },
  )
}
