/** The calls that need no sign-in; every other one needs an access rule, or the shop does not start. */
export const PUBLIC_CALLS: ReadonlySet<string> = new Set([
  'GET /data/editions',
  'GET /data/orders/:id',
  'GET /data/payments/:id',
  'GET /data/purchase-counters',
  'GET /data/rails',
  'GET /data/user',
  'GET /data/user-roles',
  'GET /auth/session',
  'POST /auth/passkey/request',
  'POST /auth/passkey/sign-in',
  'POST /auth/set-password',
  'POST /auth/sign-in/email',
  'POST /auth/sign-out',
  'POST /auth/two-factor/verify-backup-code',
  'POST /auth/two-factor/verify-totp',
  'POST /data/purchase-counters/:edition',
  'POST /functions/captcha',
  'POST /functions/captcha/check',
  'POST /functions/captcha/proof',
  'POST /functions/captcha/proof/check',
  'POST /functions/check-invoice',
  'POST /functions/create-crypto-payment',
  'POST /functions/declare-country',
  'POST /functions/increment-counters',
  'POST /functions/open-order',
  'POST /functions/preview-discount',
  'POST /functions/recover-order',
  'POST /functions/request-refund',
  'POST /functions/resend-order-mail',
  'POST /functions/send-support-email',
  'POST /functions/verify-crypto-payment',
])

/** Paths of calls; all others are pages, and so are the demo's page of components, which sends visitors away itself, and the description of the API. */
const CALL_PATH = /^\/(functions|data|auth|admin(?!\/components$)|api(?!\/v1\/openapi\.json$))\//

/** A route is neither in PUBLIC_CALLS nor has an access rule. Thrown on registration, so that it is never served. */
export class MissingRouteRuleError extends Error {
  constructor(call: string) {
    super(`${call} has no access rule: add one with restrictTo, or list it in PUBLIC_CALLS`)
    this.name = 'UnruledRouteError'
  }
}

interface Route {
  readonly url: string
  readonly method: string | readonly string[]
  readonly config?: { readonly rule?: unknown }
}

/** Checks a route on registration; a hook for `onRoute`. */
export function requireRouteRule({ url, method, config }: Route): void {
  if (!CALL_PATH.test(url) || config?.rule !== undefined) return
  for (const one of [method].flat()) {
    // Fastify serves HEAD with the route of GET
    const call = `${one === 'HEAD' ? 'GET' : one} ${url}`
    if (!PUBLIC_CALLS.has(call)) throw new MissingRouteRuleError(call)
  }
}
