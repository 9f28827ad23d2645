import { createApp } from '#server/http/create-app.ts'
import type { App } from '#server/http/app.ts'
import { reportUndescribed } from './report-undescribed.ts'
import { createLog } from '#server/runtime/log.ts'

/** The shop's HTTP server with a few routes only, for `inject`; the caller closes it. */
export async function appWith(
  addRoutes: (app: App) => void,
  options: Partial<Parameters<typeof createApp>[0]> = {},
): Promise<App> {
  const app = await createApp({
    log: createLog({ level: 'silent' }),
    trustedProxies: [],
    isSecure: false,
    hasApiDocs: true,
    health: () => Promise.resolve({ ready: true, parts: {} }),
    notFoundPage: (_request, reply) => reply.status(404).type('text/html').send('Oops! Page not found'),
    ...options,
  })
  reportUndescribed(app)
  addRoutes(app)
  return app
}
