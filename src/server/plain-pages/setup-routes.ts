import type { App } from '#server/http/app.ts'
import type { PerRequestPage } from '#server/site/routes.ts'
import type { SetupFacts } from '#shared/plain-facts.ts'
import { refuseOverLimit, type PlainPagesDeps } from './notice-routes.ts'
import { addForm, addPage } from './visit-routes.ts'
import type { SetupAccess } from './setup-access.ts'

/** `/setup`: restores a backup into an empty shop. Without the token it shows nothing but its form. */
export function setupRoutes(app: App, deps: PlainPagesDeps, access: SetupAccess): void {
  addPage(app, deps, '/setup', ({ show, reader: { named } }) =>
    show(200, setup({ named, step: 'token', isWrong: false })),
  )
  addForm(app, deps, '/setup', async ({ request, reply, fields, show, reader: { named } }) => {
    if (await refuseOverLimit(deps, request, reply)) return reply
    const token = fields.text('token').trim()
    if (!access.isToken(token)) return show(403, setup({ named, step: 'token', isWrong: true }))
    const file = fields.text('file')
    if (file !== '' && (await access.request(file))) return show(202, setup({ named, step: 'started' }))
    const files = await access.list()
    return show(file === '' ? 200 : 409, setup({ named, step: 'files', token, files }))
  })
}

const setup =
  (facts: SetupFacts): PerRequestPage['render'] =>
  (bundle, page) =>
    bundle.renderSetup(page, facts)
