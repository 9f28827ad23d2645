import { CAPTCHA_PASS_HEADER, FRAMED_HEADER, ORDER_SECRET_HEADER } from '#shared/framed.ts'
import { carryInstead } from '#web/api/call-shop.ts'

/** What cookies hold on the shop's own pages; in a frame it is in memory, and ends with the page. */
interface Carried {
  /** The secret of the order that was made; null before. */
  readonly orderSecret: () => string | null
}

/** Makes the calls of this page carry in headers what browsers would not send as cookies from a frame. */
export function carrySecrets(): Carried {
  let pass: string | null = null
  let orderSecret: string | null = null
  const add = (init: RequestInit): RequestInit => {
    const headers = new Headers(init.headers)
    headers.set(FRAMED_HEADER, '1')
    if (pass !== null) headers.set(CAPTCHA_PASS_HEADER, pass)
    if (orderSecret !== null) headers.set(ORDER_SECRET_HEADER, orderSecret)
    return { ...init, headers }
  }
  carryInstead(add, (headers) => {
    pass = headers.get(CAPTCHA_PASS_HEADER) ?? pass
    orderSecret = headers.get(ORDER_SECRET_HEADER) ?? orderSecret
  })
  return { orderSecret: () => orderSecret }
}
