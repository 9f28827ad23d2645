import type { Db } from '#server/db/database.ts'
import { HOST_PREFIX, hostCookieName, readCookies, setCookieHeader } from '#server/formats/cookies.ts'
import { orderSecretFor } from '#server/secrets/order-secret.ts'
import { ORDER_COOKIE_LIFE_S } from '#shared/constants.ts'
import { FRAMED_HEADER, ORDER_SECRET_HEADER } from '#shared/framed.ts'
import type { PaymentRecord } from './payment-record.ts'

const ORDER_COOKIE = 'keyhold_order_'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads an order by its public id; null if there is none, or if the text is not a UUID. */
export async function findPayment(db: Db, id: string): Promise<PaymentRecord | null> {
  if (!UUID.test(id)) return null
  return (await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** An order with its second secret, for {@link orderCookies}. */
export function ownOrder(
  installationSecret: Uint8Array,
  id: string,
): { readonly id: string; readonly secret: string } {
  return { id, secret: orderSecretFor(installationSecret, id) }
}

/** Order cookies per browser: each has 85 characters, and proxies reject a Cookie header longer than 8 kB. */
const ORDER_COOKIES_MAX = 60

/**
 * The Set-Cookie header that lets a browser see an order's keys, e-mail and refund; `secret` is the order's second secret. If the browser holds too many, the
 * oldest are removed (browsers send them first); the mailed link opens those orders again.
 */
export function orderCookies(
  request: Parameters<typeof orderSecretsOf>[0],
  { id: opened, secret }: { readonly id: string; readonly secret: string },
  isSecure: boolean,
): string | string[] {
  const name = hostCookieName(`${ORDER_COOKIE}${opened.toLowerCase()}`, isSecure)
  const held = heldCookies(request)
  const others = [...new Set(held.map(({ id }) => id))].filter((id) => id !== opened.toLowerCase())
  const expired = new Set(others.slice(0, Math.max(0, others.length + 1 - ORDER_COOKIES_MAX)))
  const removed = held.filter(
    (one) => expired.has(one.id) || (one.id === opened.toLowerCase() && one.name !== name),
  )
  const cookie = setCookieHeader(name, secret, { maxAgeS: ORDER_COOKIE_LIFE_S, isSecure, isHttpOnly: true })
  return removed.length === 0 ? cookie : [cookie, ...removed.map((one) => removalOf(one.name))]
}

/** The headers that give a browser the second secret of its order: cookies, or one that the checkout in a frame keeps in memory. */
export function orderHeaders(
  request: Parameters<typeof orderSecretOf>[0],
  order: Parameters<typeof orderCookies>[1],
  isSecure: boolean,
): Record<string, string | string[]> {
  return request.headers[FRAMED_HEADER] === undefined
    ? { 'set-cookie': orderCookies(request, order, isSecure) }
    : { [ORDER_SECRET_HEADER]: order.secret }
}

/** Browsers ignore a cookie with the prefix that is not Secure. */
function removalOf(name: string): string {
  return `${name}=; Path=/; Max-Age=0${name.startsWith(HOST_PREFIX) ? '; Secure' : ''}`
}

/** The second secret a browser sent for an order, in a header or a cookie; empty if it sent none. */
export function orderSecretOf(
  request: { readonly headers: { readonly cookie?: string | undefined } & Record<string, unknown> },
  id: string,
): string {
  const sent = request.headers[ORDER_SECRET_HEADER]
  if (typeof sent === 'string') return sent
  return orderSecretsOf(request).get(id.toLowerCase()) ?? ''
}

/** Second secrets a browser sent, by order id. They are not verified; check each with `isOrderSecret`. */
export function orderSecretsOf(request: {
  readonly headers: { readonly cookie?: string | undefined }
}): ReadonlyMap<string, string> {
  const secrets = new Map<string, string>()
  for (const { name, id, secret } of heldCookies(request)) {
    if (name.startsWith(HOST_PREFIX) || !secrets.has(id)) secrets.set(id, secret)
  }
  return secrets
}

interface OrderCookie {
  readonly name: string
  readonly id: string
  readonly secret: string
}

/** The order cookies a browser sent. Those of 0.1.0 have no prefix on https, too; their secret opens the order all the same. */
function heldCookies(request: Parameters<typeof orderSecretsOf>[0]): readonly OrderCookie[] {
  return [...readCookies(request.headers.cookie)].flatMap(([name, secret]) => {
    const id = /^(?:__Host-)?keyhold_order_([0-9a-f-]{36})$/.exec(name)?.[1]
    return id === undefined || secret === '' ? [] : [{ name, id, secret }]
  })
}
