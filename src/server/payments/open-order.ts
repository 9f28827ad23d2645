import type { Db } from '#server/db/database.ts'
import { readCookie, readCookies, setCookieHeader } from '#server/formats/cookies.ts'
import { orderSecretFor } from '#server/secrets/order-secret.ts'
import { ORDER_COOKIE_LIFE_S } from '#shared/constants.ts'
import type { PaymentRecord } from './payment-record.ts'

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
  const held = [...orderSecretsOf(request).keys()].filter((id) => id !== opened)
  const expired = held.slice(0, Math.max(0, held.length + 1 - ORDER_COOKIES_MAX))
  const attributes = { maxAgeS: ORDER_COOKIE_LIFE_S, isSecure, isHttpOnly: true }
  const cookie = setCookieHeader(cookieName(opened), secret, attributes)
  if (expired.length === 0) return cookie
  return [cookie, ...expired.map((id) => `${cookieName(id)}=; Path=/; Max-Age=0`)]
}

/** The second secret a browser sent for an order; empty if it sent none. */
export function orderSecretOf(
  request: { readonly headers: { readonly cookie?: string | undefined } },
  id: string,
): string {
  return readCookie(request.headers.cookie, cookieName(id)) ?? ''
}

/** Second secrets a browser sent, by order id. They are not verified; check each with `isOrderSecret`. */
export function orderSecretsOf(request: {
  readonly headers: { readonly cookie?: string | undefined }
}): ReadonlyMap<string, string> {
  return new Map(
    [...readCookies(request.headers.cookie)].flatMap(([name, secret]) => {
      const id = /^keyhold_order_([0-9a-f-]{36})$/.exec(name)?.[1]
      return id === undefined || secret === '' ? [] : [[id, secret] as const]
    }),
  )
}

function cookieName(id: string): string {
  return `keyhold_order_${id.toLowerCase()}`
}
