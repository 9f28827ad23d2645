/** The calls that ask nobody to sign in; every other one needs a rule of its own, or the shop does not start. */
export const PUBLIC_CALLS: ReadonlySet<string> = new Set([
  'GET /data/editions',
  'GET /data/orders/:id',
  'GET /data/payments/:id',
  'GET /data/purchase-counters',
  'GET /data/rails',
  'GET /data/user',
  'GET /data/user-roles',
  'GET /auth/session',
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
  'POST /functions/increment-counters',
  'POST /functions/recover-order',
  'POST /functions/request-refund',
  'POST /functions/resend-order-mail',
  'POST /functions/send-support-email',
  'POST /functions/verify-crypto-payment',
])

/** Where calls live; pages are the site's. */
const CALL_PATH = /^\/(functions|data|auth|admin)\//

/** A route that is neither public by name nor has a rule; thrown when it is registered, so that it is never served. */
export class UnruledRouteError extends Error {
  constructor(call: string) {
    super(`${call} says nowhere who may call it: give it a rule (guarded) or name it in PUBLIC_CALLS`)
    this.name = 'UnruledRouteError'
  }
}

interface Route {
  readonly url: string
  readonly method: string | readonly string[]
  readonly config?: { readonly rule?: unknown }
}

/** To be told of every route before it is served. */
export function refuseUnruled({ url, method, config }: Route): void {
  if (!CALL_PATH.test(url) || config?.rule !== undefined) return
  for (const one of [method].flat()) {
    // Fastify answers HEAD by what answers GET
    const call = `${one === 'HEAD' ? 'GET' : one} ${url}`
    if (!PUBLIC_CALLS.has(call)) throw new UnruledRouteError(call)
  }
}
