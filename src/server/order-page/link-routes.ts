import type { App } from '#server/http/app.ts'
import { findPayment, isOrderSecret, orderCookies } from '#server/payments/open-order.ts'
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

/**
 * Handles the mailed link `/order/:id?key=…`: sets the order's cookie if the key is right, and always redirects to the URL
 * without the key.
 */
export function handleMailedLink(app: App, { db, isSecure }: Pick<OrderPageDeps, 'db' | 'isSecure'>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const [path = '', search = ''] = request.url.split('?')
    const id = /^\/order\/([^/]+)(?:\/.*)?$/.exec(path)?.[1]
    const key = new URLSearchParams(search).get('key')
    if (id === undefined || key === null) return
    const record = await findPayment(db, id)
    if (record !== null && isOrderSecret(record, key)) {
      void reply.header('set-cookie', orderCookies(request, record, isSecure))
      // without a chosen language the page uses the order's language, like its mails
      if (!/(^|;\s*)language=/.test(request.headers.cookie ?? '')) {
        void reply.header('set-cookie', `language=${record.language}; Path=/; Max-Age=31536000; SameSite=Lax`)
      }
    }
    return reply.redirect(path, 303)
  })
}
