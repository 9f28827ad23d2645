import type { App } from '#server/http/app.ts'
import { sendPerRequestPage } from '#server/site/routes.ts'
import { queryFieldsOf, readerOf, refuseOverLimit, type PlainPagesDeps } from './notice-routes.ts'

/** `/status`: the state of the shop for everyone. It is 200 while the page can be shown, whatever the page says. */
export function statusRoutes(app: App, deps: PlainPagesDeps): void {
  app.get('/status', { schema: { hide: true } }, async (request, reply) => {
    if (await refuseOverLimit(deps, request, reply)) return reply
    const { language } = readerOf(deps, request, queryFieldsOf(request))
    const status = await deps.readStatus()
    return sendPerRequestPage(deps.site, reply, {
      name: 'plain',
      status: 200,
      language,
      render: (bundle, page) => bundle.renderStatus(page, status),
    })
  })
}
