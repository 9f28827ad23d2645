import { APIError } from 'better-auth/api'
import { CLIENT_HEADER } from './auth-options.ts'

/** The caller: the browser's cookies and user agent, and the client as rate limits identify it. */
export interface AuthRequest {
  readonly cookie: string | undefined
  readonly userAgent: string | undefined
  readonly client: string
}

/** The result of a call to better-auth; either way it may set cookies. */
export type AuthResult<T> =
  | { readonly kind: 'done'; readonly cookies: readonly string[]; readonly body: T }
  /** `code` is better-auth's own. */
  | {
      readonly kind: 'refused'
      readonly cookies: readonly string[]
      readonly status: number
      readonly code: string
    }

/** What better-auth says with status 500 of a new passkey that is not in order. */
const REFUSED_PASSKEY = 'FAILED_TO_VERIFY_REGISTRATION'

/** The headers that better-auth reads. */
export function headersOf({ cookie, userAgent, client }: AuthRequest): Headers {
  const headers = new Headers({ [CLIENT_HEADER]: client.replace(/\/\d+$/, '') })
  if (cookie !== undefined) headers.set('cookie', cookie)
  if (userAgent !== undefined) headers.set('user-agent', userAgent)
  return headers
}

/** Awaits a call to better-auth. @throws what is no refusal. */
export async function toResult<R, T>(
  call: Promise<{ readonly headers: Headers; readonly response: R }>,
  read: (reply: R) => T,
): Promise<AuthResult<T>> {
  try {
    const { headers, response } = await call
    return { kind: 'done', cookies: headers.getSetCookie(), body: read(response) }
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    const code = error.body?.code
    if (error.statusCode >= 500 && code !== REFUSED_PASSKEY) throw error
    const cookies = error.headers instanceof Headers ? error.headers.getSetCookie() : []
    return { kind: 'refused', cookies, status: error.statusCode, code: typeof code === 'string' ? code : '' }
  }
}
