import { tokenRoutes } from '#server/accounts/token-routes.ts'
import { systemClock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { App } from '#server/http/app.ts'
import { TOKEN_SCOPES, type TokenScope } from '#shared/tokens-api.ts'
import { useAccountFixture } from './use-accounts.ts'

/** A reply to a call of a program. */
interface TokenReply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>> & { readonly code?: string }
}

/** The calls for programs, on a shop of its own. */
export interface TokenCalls {
  /** Creates a token as an owner. */
  token(...scopes: readonly TokenScope[]): Promise<string>
  post(url: string, body: object | undefined, token: string, key?: string): Promise<TokenReply>
  get(url: string, token: string): Promise<TokenReply>
  /** Serves the calls to other processes. @returns the address. */
  listen(): Promise<string>
}

/** Serves routes for programs while the tests of a file run; {@link TOKEN_SCOPES} are given unless others are asked for. */
export function useTokenCalls(database: { readonly db: Db }, addRoutes: (app: App) => void): TokenCalls {
  const fixture = useAccountFixture(database, {
    addRoutes: (app, { access }) => {
      tokenRoutes(app, { db: database.db, clock: systemClock, access })
      addRoutes(app)
    },
  })
  let owner: ReturnType<typeof fixture.signedIn> | null = null
  const ask = async (
    method: 'GET' | 'POST',
    url: string,
    token: string,
    body?: object,
    key?: string,
  ): Promise<TokenReply> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    }
    const reply = await fixture.app.inject({
      method,
      url,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    })
    return { status: reply.statusCode, body: reply.json<TokenReply['body']>() }
  }
  return {
    async token(...scopes) {
      owner ??= fixture.signedIn('owner')
      const request = { action: 'create', label: 'shop', days: 30 }
      const chosen = scopes.length === 0 ? TOKEN_SCOPES : scopes
      const reply = await (await owner).ask('POST', '/functions/api-tokens', { ...request, scopes: chosen })
      return reply.json<{ token: string }>().token
    },
    post: (url, body, token, key) => ask('POST', url, token, body, key),
    listen: () => fixture.app.listen({ port: 0, host: '127.0.0.1' }),
    get: (url, token) => ask('GET', url, token),
  }
}
