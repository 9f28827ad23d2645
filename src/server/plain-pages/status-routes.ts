import type { App } from '#server/http/app.ts'
import type { PlainPagesDeps } from './notice-routes.ts'
import { addPage } from './visit-routes.ts'

/** `/status`: the state of the shop for everyone. It is 200 while the page can be shown, whatever the page says. */
export function statusRoutes(app: App, deps: PlainPagesDeps): void {
  addPage(app, deps, '/status', async ({ show }) => {
    const status = await deps.readStatus()
    return show(200, (bundle, page) => bundle.renderStatus(page, status))
  })
}
