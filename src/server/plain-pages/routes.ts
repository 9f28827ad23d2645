import { isUnavailable } from '#server/db/is-unavailable.ts'
import type { App } from '#server/http/app.ts'
import { CallOverdueError } from '#server/http/limit-calls.ts'
import { describeError } from '#server/runtime/log.ts'
import type { PlainNotice } from '#shared/plain-facts.ts'
import { formFields } from './form-fields.ts'
import { sendNotice, type PlainPagesDeps } from './notice-routes.ts'
import { orderFormRoutes } from './order-form-routes.ts'
import { orderPageRoutes } from './order-page-routes.ts'
import { recoverRoutes } from './recover-routes.ts'
import { setupRoutes } from './setup-routes.ts'
import { withdrawRoutes } from './withdraw-routes.ts'
import { waitingListRoutes } from './waiting-list-routes.ts'
import { addPage } from './visit-routes.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'
const BODY_LIMIT_BYTES = 16 * 1024

/** Registers everything a buyer can do without script: plain forms, each answered by a page or a redirect. */
export function plainPageRoutes(app: App, deps: PlainPagesDeps): void {
  // A scope of its own: here bodies are forms and errors are pages, everywhere else both are JSON.
  void app.register((scope: App, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      FORM_TYPE,
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, body: string, parsed) => {
        parsed(null, formFields(body))
      },
    )
    scope.setErrorHandler((error, request, reply) => {
      const { status, notice } = noticeOf(error)
      if (status >= 500) {
        const route = request.routeOptions.url ?? 'unknown'
        const facts = { requestId: request.id, method: request.method, route, status }
        deps.log.error({ ...facts, error: describeError(error) }, 'a form request failed')
      }
      return sendNotice(deps, request, reply, status, notice)
    })
    orderFormRoutes(scope, deps)
    orderPageRoutes(scope, deps)
    recoverRoutes(scope, deps)
    withdrawRoutes(scope, deps)
    waitingListRoutes(scope, deps)
    statusRoutes(scope, deps)
    if (deps.setup !== null && deps.setup !== undefined) setupRoutes(scope, deps, deps.setup)
    done()
  })
}

/** The notice for an error that a form's handler did not answer itself. */
function noticeOf(error: unknown): { readonly status: number; readonly notice: PlainNotice } {
  if (isUnavailable(error) || error instanceof CallOverdueError) return { status: 503, notice: 'failed' }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  return status >= 400 && status < 500 ? { status, notice: 'unreadable' } : { status: 500, notice: 'failed' }
}

/** `/status`: the state of the shop for everyone. It is 200 while the page can be shown, whatever the page says. */
function statusRoutes(app: App, deps: PlainPagesDeps): void {
  addPage(app, deps, '/status', async ({ show }) => {
    const status = await deps.readStatus()
    return show(200, (bundle, page) => bundle.renderStatus(page, status))
  })
}
