import { Readable } from 'node:stream'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#server/http/app.ts'
import type { Repeater } from '#server/http/repeat-answers.ts'
import type { Language } from '#shared/languages.ts'
import { chooseCurrency, currencyCookie } from './choose-currency.ts'
import { chooseLanguage } from './choose-language.ts'
import { readByteRange } from './byte-range.ts'
import { compressPage, encodingOfPage } from './compress-page.ts'
import {
  bytesOf,
  chooseEncoding,
  textContent,
  type Content,
  type FileContent,
  type MemoryContent,
} from './content.ts'
import type { RenderForRequest, SharedPageName, Site } from './open-site.ts'
import type { PageName } from './page-css.ts'
import type { StoredFile } from './stored-file.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'
const PAGE_HEADERS = {
  'cache-control': 'private, no-cache',
  vary: 'Accept-Encoding, Accept-Language, Cookie',
  'referrer-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
} as const

/** Routes of the site's pages and files. */
export function siteRoutes(
  app: App,
  site: Site,
  isSignedIn: (request: FastifyRequest) => Promise<boolean>,
  repeater: Repeater,
): void {
  const page = (path: string, name: SharedPageName) => {
    const onSend = repeater.repeat(path, (headers) => readyBody(site, name, headers))
    app.get(path, { schema: { hide: true }, onSend }, (request, reply) =>
      sendPage(site, request, reply, name, 200),
    )
  }
  page('/', 'landing')
  page('/credits', 'credits')
  for (const name of site.legalDocuments) page(`/legal/${name}`, name)
  page('/sign-in', 'signIn')
  // the demo also shows the back office's components, which production has no page for
  for (const path of site.profile === 'demo' ? ['/admin', '/admin/components'] : ['/admin']) {
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      if (!(await isSignedIn(request))) return reply.header('cache-control', 'no-store').redirect('/', 302)
      return sendPage(site, request, reply, 'admin', 200)
    })
  }
  if (site.profile === 'demo') {
    page('/demo/wallet', 'wallet')
    page('/demo/mail', 'mail')
  }
  for (const [path, content] of site.machineFiles) {
    app.get(path, { schema: { hide: true } }, (request, reply) =>
      sendContent(request, reply.header('cache-control', A_DAY).header('vary', 'Accept-Encoding'), content),
    )
  }
  // verified by `keyhold verify-site`, which compares it with a build of its own
  let integrity: MemoryContent | null = null
  app.get('/integrity.json', { schema: { hide: true } }, (request, reply) => {
    integrity ??= textContent('application/json', `${JSON.stringify(site.integrity(), null, 2)}\n`)
    return sendContent(request, reply.header('cache-control', 'no-cache'), integrity)
  })
  for (const folder of ['/assets/*', '/game/*']) {
    app.get(folder, { schema: { hide: true } }, (request, reply) => {
      const path = pathOf(request)
      const content = site.assets.get(path)
      const sent = content ?? successorOf(site.assets, path)
      if (sent === null) return sendNotFound(site, request, reply)
      const kept = content === undefined ? 'no-cache' : FOR_EVER
      return sendContent(request, reply.header('cache-control', kept).header('vary', 'Accept-Encoding'), sent)
    })
  }
}

/**
 * What a file made from the game folder, or the loader, is now, for a page of another release or of before a change: during an
 * update its styles may be asked of a process that never had them.
 */
function successorOf(assets: Site['assets'], path: string): Content | null {
  const [, name, ending] = MADE_FILE.exec(path) ?? []
  if (name === undefined || ending === undefined) return null
  const found = [...assets].find(([file]) => file.startsWith(name) && file.endsWith(ending))
  return found?.[1] ?? null
}

/** The path of such a file without its hash, and its ending. */
const MADE_FILE = /^(\/game\/[\w-]+\.|\/assets\/loader-)[\w-]+(\.(?:css|json|js))$/

/** Sends the HTML page for an unknown path, in the reader's language, with status 404. */
export function sendNotFound(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  return sendPage(site, request, reply, 'notFound', 404)
}

/** A page rendered for one request. */
export interface PerRequestPage {
  readonly name: PageName
  readonly status: number
  readonly language: Language
  readonly render: RenderForRequest
}

/** Sends a page rendered for one request: not cached, not indexed by search engines, and compressed if nothing in it is secret. */
export function sendPerRequestPage(site: Site, reply: FastifyReply, page: PerRequestPage): FastifyReply {
  const { name, status, language, render } = page
  const html = site.renderForRequest(name, language, render)
  return sendUncached(site, reply, { name, status, language, html })
}

/** Sends a page that only this reader may see. */
export function sendUncached(
  site: Pick<Site, 'policy'>,
  reply: FastifyReply,
  { name, status, language, html }: Omit<PerRequestPage, 'render'> & { readonly html: string },
): FastifyReply {
  const encoding = encodingOfPage(reply.request)
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply
    .code(status)
    .headers(PAGE_HEADERS)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('content-security-policy', site.policy(name, language))
    .header('content-language', language)
    .type('text/html; charset=utf-8')
    .send(compressPage(html, encoding))
}

/** Sends a page that its caller keeps, because it is the same for every reader. */
export function sendKeptPage(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  page: { readonly name: PageName; readonly language: Language; readonly content: MemoryContent },
): FastifyReply | Promise<FastifyReply> {
  const { name, language, content } = page
  void reply
    .headers(PAGE_HEADERS)
    .header('content-security-policy', site.policy(name, language))
    .header('content-language', language)
  return sendContent(request, reply, content)
}

/** The language of a page, and the one that the URL or a form names, if any. */
export function languageFor(
  site: Pick<Site, 'languages'>,
  request: FastifyRequest,
  inForm: string | null = null,
): { readonly language: Language; readonly named: Language | null } {
  const search = request.url.split('?')[1]
  const query = inForm ?? (search === undefined ? null : new URLSearchParams(search).get('lang'))
  const { cookie, 'accept-language': acceptLanguage } = request.headers
  const language = chooseLanguage({ query, cookie, acceptLanguage }, site.languages)
  return { language, named: query === language ? language : null }
}

/** The currency in the URL; null without one. */
export function currencyInUrl({ url }: Pick<FastifyRequest, 'url'>): string | null {
  const search = url.split('?')[1]
  return search === undefined ? null : new URLSearchParams(search).get('currency')
}

/** What {@link sendPage} sends for these headers and no query; null while it is being compressed. */
function readyBody(site: Site, name: SharedPageName, headers: IncomingHttpHeaders): Buffer | null {
  const { cookie, 'accept-language': acceptLanguage, 'accept-encoding': acceptEncoding } = headers
  const language = chooseLanguage({ query: null, cookie, acceptLanguage }, site.languages)
  const currency = chooseCurrency({ query: null, cookie }, site.currencies)
  const content = site.page(name, language, currency)
  const bytes = bytesOf(content, chooseEncoding(acceptEncoding, content))
  return Buffer.isBuffer(bytes) ? bytes : null
}

function sendPage(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  name: SharedPageName,
  status: number,
): FastifyReply | Promise<FastifyReply> {
  const { language } = languageFor(site, request)
  const query = currencyInUrl(request)
  const currency = chooseCurrency({ query, cookie: request.headers.cookie }, site.currencies)
  const choice = currencyCookie(query, site)
  void reply
    .code(status)
    .headers(choice === null ? {} : { 'set-cookie': choice })
    .headers(PAGE_HEADERS)
    // not stored: a browser that has signed out must not show it again
    .headers(name === 'admin' ? { 'cache-control': 'no-store' } : {})
    .header('content-security-policy', site.policy(name, language))
    .header('content-language', language)
  return sendContent(request, reply, site.page(name, language, currency))
}

/** Sends a file or a page in the best encoding, or 304. */
export function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: Content,
): FastifyReply | Promise<FastifyReply> {
  void reply.header('etag', content.etag).header('x-content-type-options', 'nosniff')
  if (reply.statusCode === 200 && request.headers['if-none-match']?.includes(content.etag) === true) {
    return reply.code(304).send()
  }
  if ('file' in content) return sendFile(request, reply, content)
  const encoding = chooseEncoding(request.headers['accept-encoding'], content)
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  void reply.type(content.type)
  const bytes = bytesOf(content, encoding)
  return Buffer.isBuffer(bytes) ? reply.send(bytes) : bytes.then((ready) => reply.send(ready))
}

/** Sends a file, or of a film a part: browsers fetch parts to seek, and Safari plays nothing else. */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, file, etag }: FileContent,
): FastifyReply {
  const { sizeBytes } = file
  void reply.type(type)
  const isFilm = type.startsWith('video/')
  if (isFilm) void reply.header('accept-ranges', 'bytes')
  // a range is defined for GET only
  const headers = isFilm && request.method === 'GET' ? request.headers : {}
  const range = readByteRange(headers, sizeBytes, etag)
  if (range.kind === 'whole') return sendPart(reply, file, 0, sizeBytes - 1)
  const size = String(sizeBytes)
  if (range.kind === 'unsatisfiable')
    return reply
      .code(416)
      .header('content-range', `bytes */${size}`)
      .header('cache-control', 'no-store')
      .send()
  const { start, end } = range
  void reply.code(206).header('content-range', `bytes ${String(start)}-${String(end)}/${size}`)
  return sendPart(reply, file, start, end)
}

function sendPart(reply: FastifyReply, file: StoredFile, start: number, end: number): FastifyReply {
  void reply.header('content-length', end - start + 1)
  // Fastify would read to its end what it does not send
  return reply.send(reply.request.method === 'HEAD' ? Readable.from([]) : file.stream(start, end))
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? ''
}
