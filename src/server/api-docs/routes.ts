import { createHash } from 'node:crypto'
import type { App } from '#server/http/app.ts'
import { DOCS_CSS, docsPage, type Description } from './docs-page.ts'

const STYLE_HASH = createHash('sha256').update(DOCS_CSS).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`

/** The route of `/docs`; the page is rendered on the first request. */
export function docsRoutes(app: App): void {
  let page: string | null = null
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => {
    page ??= docsPage(app.swagger() as Description)
    return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page)
  })
}
