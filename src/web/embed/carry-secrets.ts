import { CAPTCHA_PASS_HEADER, FRAMED_HEADER, ORDER_SECRET_HEADER } from '#shared/framed.ts'
import { carryInstead } from '#web/api/call-shop.ts'
import { downloadFile } from '#web/ui/download-file.ts'

/** What cookies hold on the shop's own pages; in a frame it is in memory, and ends with the page. */
export interface Carried {
  /** The secret of the order that was made; null before. */
  readonly orderSecret: () => string | null
  /** Downloads a file of the order, which a plain link would open for anyone only in part. */
  readonly download: (path: string) => Promise<void>
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
  const download = async (path: string) => {
    const reply = await fetch(path, add({}))
    if (!reply.ok) throw new Error(`expected a file, got status ${String(reply.status)}`)
    // kept until the frame goes: browsers read it after this
    const url = URL.createObjectURL(await reply.blob())
    downloadFile(url, /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1])
  }
  return { orderSecret: () => orderSecret, download }
}
