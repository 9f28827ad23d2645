import { hostCookieName } from '#server/formats/cookies.ts'
import type { App } from '#server/http/app.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { htmlContent, type MemoryContent } from '#server/site/content.ts'
import type { Site } from '#server/site/open-site.ts'
import { sendKeptPage } from '#server/site/routes.ts'
import type { DocumentName } from './call-notes.ts'
import { describeCalls, type ApiDocument } from './describe-calls.ts'
import type { RawDescription } from './raw-description.ts'
import { DOCUMENTS, docsFacts } from './docs-facts.ts'

export interface ApiDocsDeps {
  readonly clock: Clock
  readonly site: Site
  readonly publicUrl: string
  readonly isSecure: boolean
  /** Of the game. */
  readonly title: string
  /** Of the release. */
  readonly version: string
}

/** How long a page is kept: its footer has the year. */
const KEPT_MS = 3600_000

/** The routes of the three documents, as pages and as files. Each is made on the first request. */
export function docsRoutes(app: App, deps: ApiDocsDeps): void {
  const names = Object.keys(DOCUMENTS) as DocumentName[]
  for (const name of names) addDocument(app, deps, name)
}

function addDocument(app: App, deps: ApiDocsDeps, name: DocumentName): void {
  const { site, clock } = deps
  const { page: path, file } = DOCUMENTS[name]
  const context = { ...deps, cookiePrefix: hostCookieName('', deps.isSecure) }
  const describe = (): ApiDocument => describeCalls(app.swagger() as unknown as RawDescription, name, context)
  let json: string | null = null
  app.get(file, { schema: { hide: true } }, async (_request, reply) => {
    json ??= JSON.stringify(describe())
    return reply.type('application/json').send(json)
  })
  let kept: { readonly content: MemoryContent; readonly until: number } | null = null
  app.get(path, { schema: { hide: true } }, (request, reply) => {
    const now = clock().getTime()
    const language = site.languages.find((one) => one === 'en') ?? site.languages[0] ?? 'en'
    if (kept === null || kept.until < now) {
      const facts = docsFacts(name, describe())
      // the calls are described in English only, so there is no language to choose
      const html = site.renderForRequest('docs', language, (bundle, page) =>
        bundle.renderDocs({ ...page, languages: [language] }, facts),
      )
      kept = { content: htmlContent(html), until: now + KEPT_MS }
    }
    return sendKeptPage(site, request, reply, { name: 'docs', language, content: kept.content })
  })
}
