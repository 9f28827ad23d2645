import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/http/app.ts'
import { isOrderSecret } from '#server/secrets/order-secret.ts'
import { findPayment, orderCookies } from '#server/payments/open-order.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import type { OrderPageDeps } from './order-page-deps.ts'

/**
 * Adds privacy headers to every response below `/order/`, including errors: no referrer, no indexing, no caching.
 */
export function addPrivacyHeaders(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (/^\/order\//i.test(request.url)) {
      void reply.headers({
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow, noarchive',
        'cache-control': 'no-store',
      })
    }
    done(null, payload)
  })
}

/** What {@link openOrder} needs. */
export type OpenOrderDeps = Pick<OrderPageDeps, 'db' | 'secret' | 'isSecure'>

/**
 * Lets the browser see an order from now on: sets the order's cookie. Without a chosen language it also sets the order's
 * language, which its mails have.
 *
 * @param secret the order's second secret, verified by the caller.
 */
export function openOrder(
  { isSecure }: OpenOrderDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  record: PaymentRecord,
  secret: string,
): void {
  void reply.header('set-cookie', orderCookies(request, { id: record.id, secret }, isSecure))
  if (/(^|;\s*)language=/.test(request.headers.cookie ?? '')) return
  void reply.header('set-cookie', `language=${record.language}; Path=/; Max-Age=31536000; SameSite=Lax`)
}

/**
 * Handles the link of earlier mails, `/order/:id?key=…`: sets the order's cookie if the key is right, and always redirects to the URL
 * without the key.
 */
export function handleMailedLink(app: App, deps: OpenOrderDeps): void {
  // of every request: most have no key and must not wait
  app.addHook('onRequest', (request, reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const link = isRead ? mailedLinkIn(request.url) : null
    if (link === null) {
      done()
      return
    }
    follow(deps, request, reply, link).catch((error: unknown) => {
      done(error as Error)
    })
  })
}

interface MailedLink {
  readonly path: string
  readonly id: string
  readonly key: string
}

function mailedLinkIn(url: string): MailedLink | null {
  if (!url.startsWith('/order/')) return null
  const [path = '', search = ''] = url.split('?')
  const id = /^\/order\/([^/]+)(?:\/.*)?$/.exec(path)?.[1]
  const key = new URLSearchParams(search).get('key')
  return id === undefined || key === null ? null : { path, id, key }
}

async function follow(
  deps: OpenOrderDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { path, id, key }: MailedLink,
): Promise<void> {
  const record = await findPayment(deps.db, id)
  if (record !== null && isOrderSecret(deps.secret, record, key)) openOrder(deps, request, reply, record, key)
  void reply.redirect(path, 303)
}
