import { offeredRails } from '#shared/rails.ts'
import { execFileSync } from 'node:child_process'
import { BUDGETS } from '#test/budgets.ts'
import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '#server/http/app.ts'
import { createRepeater } from '#server/http/repeat-answers.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'
import type { EditionStock, PurchaseCounter } from '#shared/visitor-api.ts'
import type { EditionId } from '#shared/editions.ts'
import { createLog } from '#server/runtime/log.ts'
import { openGameFolder } from './load-game.ts'
import { openSite, type Site } from './open-site.ts'
import { sendNotFound, siteRoutes } from './routes.ts'
import type { SiteDeps } from './site-deps.ts'
import { isThemed } from './theme-css.ts'
import { SIMULATED_NETWORKS } from '#test/simulated-networks.ts'

let distFolder: string
let shop: SiteDeps
let site: Site
let app: App
let supporters = 0
let soldOut: readonly EditionId[] = []
let now = new Date('2025-10-16T20:58:53Z')

beforeAll(async () => {
  distFolder = mkdtempSync(join(tmpdir(), 'keyhold-dist-'))
  execFileSync(process.execPath, ['scripts/build.mjs', distFolder])
  shop = {
    readCounters: () => Promise.resolve([counter('standard', 12480), counter('supporter', supporters)]),
    clock: () => now,
    log: createLog({ level: 'silent' }),
    readEditions: () => Promise.resolve([stockOf('standard'), stockOf('supporter')]),
    ...openGameFolder('game'),
    gameFolder: 'game',
    distFolder,
    profile: 'demo',
    publicUrl: null,
    counters: 'moving',
    bitcoinNetwork: 'mainnet',
    rails: offeredRails([]),
    chains: SIMULATED_NETWORKS,
    windowS: 900,
    chatSrc: null,
  }
  site = await openSite(shop)
  app = appOf(site)
})

afterAll(async () => {
  site.close()
  await app.close()
  rmSync(distFolder, { recursive: true })
})

function appOf(pages: Site): App {
  const created: App = Fastify().withTypeProvider<ZodTypeProvider>()
  created.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler)
  created.setNotFoundHandler((request, reply) => sendNotFound(pages, request, reply))
  const repeater = createRepeater(created, shop)
  siteRoutes(created, pages, ({ headers }) => Promise.resolve(headers.cookie === 'signed-in'), repeater)
  return created
}

function counter(id: EditionId, count: number): PurchaseCounter {
  return { id, count, last_updated: now.toISOString() }
}

function stockOf(id: EditionId): EditionStock {
  return { id, stock: 'reserve', sold_out: soldOut.includes(id), keys_on_release: false }
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

test('the back office is shown to signed-in users without caching, and others are redirected', async () => {
  const away = await get('/admin')
  expect([away.statusCode, away.headers.location, away.headers['cache-control']]).toEqual([
    302,
    '/',
    'no-store',
  ])
  const page = await get('/admin', { cookie: 'signed-in' })
  expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(page.body).toContain('<html lang="ar" dir="rtl">')
  expect((await get('/')).body).not.toContain('/assets/admin')
})

test('the sign-in page is in the reader’s language', async () => {
  const page = await get('/sign-in?lang=de')
  expect([page.statusCode, page.headers['content-language']]).toEqual([200, 'de'])
  expect(page.body).toContain('Anmeldung für das Team')
})

describe('the landing page', () => {
  test.each([
    ['/', {}, 'en', 'ltr'],
    ['/?lang=ar', {}, 'ar', 'rtl'],
    ['/', { cookie: 'language=ar' }, 'ar', 'rtl'],
    ['/', { 'accept-language': 'ar' }, 'ar', 'rtl'],
    ['/', { 'accept-language': '*' }, 'en', 'ltr'],
    ['/?lang=en', { cookie: 'language=ar' }, 'en', 'ltr'],
  ] as const)('%s with %j comes in %s', async (url, headers, language, direction) => {
    const reply = await get(url, headers)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain(`<html lang="${language}" dir="${direction}"`)
    expect(reply.headers['content-language']).toBe(language)
    expect(reply.headers.vary).toBe('Accept-Encoding, Accept-Language, Cookie')
  })

  test('is sent in the best encoding the browser accepts, with the same text in each', async () => {
    const plain = await get('/')
    const brotli = await get('/', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    const gzip = await get('/', { 'accept-encoding': 'gzip, br;q=0' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  })

  test('is not sent again if the browser has it', async () => {
    const { etag } = (await get('/')).headers
    const again = await get('/', { 'if-none-match': String(etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test('has the hash of every inline script and style in its policy, and no unsafe keyword', async () => {
    const reply = await get('/')
    const policy = String(reply.headers['content-security-policy'])
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    const inline = [...reply.body.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)]
    expect(inline).toHaveLength(2)
    for (const [, , text = ''] of inline) {
      expect(policy).toContain(createHash('sha256').update(text).digest('base64'))
    }
    // a link that a reader follows is none of the page's parts
    expect(reply.body.replaceAll(/<a [^>]*>/g, '')).not.toMatch(/(src|href)="https?:/)
  })

  test('names only files that exist, which are cached permanently', async () => {
    const { body } = await get('/')
    const paths = new Set([...body.matchAll(/\/(?:assets|game)\/[\w./-]+\.\w+/g)].map((match) => match[0]))
    expect(paths.size).toBeGreaterThan(8)
    for (const path of paths) {
      const reply = await get(path, { 'accept-encoding': 'br' })
      expect([path, reply.statusCode]).toEqual([path, 200])
      expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
      if (path.endsWith('.js')) expect(reply.headers['content-encoding']).toBe('br')
    }
  })

  test('is rendered again when a count changes or a minute of the countdown passes, and only then', async () => {
    const first = await get('/')
    await site.refresh()
    expect((await get('/')).headers['etag']).toBe(first.headers['etag'])
    supporters = 7936
    await site.refresh()
    expect((await get('/')).body).toContain('7,936')
    now = new Date(now.getTime() + 60_000)
    await site.refresh()
    expect((await get('/')).body).toContain('<b>00</b> <small>Minutes</small>')
  })

  test('shows in its HTML which edition is sold out, also for search engines', async () => {
    soldOut = ['standard']
    await site.refresh()
    const { body } = await get('/')
    expect(body).toMatch(/<button(?=[^>]* disabled="")(?=[^>]*value="standard")[^>]*>Sold out</)
    expect(body).toMatch(/<button(?![^>]* disabled)(?=[^>]*value="supporter")[^>]*>Order Now</)
    expect(body).toContain('https://schema.org/SoldOut')
    soldOut = []
    await site.refresh()
    expect((await get('/')).body).not.toContain('Sold out</button>')
  })

  test('is small in every language: page, styles and loader together have at most 22 kB of brotli', async () => {
    for (const language of LANGUAGES) {
      const reply = await get(`/?lang=${language}`, { 'accept-encoding': 'br' })
      expect(reply.rawPayload.length, language).toBeLessThan(BUDGETS.bytes['landing page'])
    }
  })

  test('has the placeholder of the first picture, and names a file with all others', async () => {
    const { body } = await get('/')
    expect(body.match(/\.picture-[\w-]+\{background-image/g)).toEqual(['.picture-hero{background-image'])
    const file = await get(/data-late-styles="([^"]+)"/.exec(body)?.[1] ?? '', { 'accept-encoding': 'br' })
    expect(file.headers['content-type']).toBe('text/css; charset=utf-8')
    expect(file.headers['cache-control']).toContain('immutable')
    const styles = brotliDecompressSync(file.rawPayload).toString()
    const shown = new Set(body.match(/(?<=class="picture picture-)[\w-]+/g))
    expect([...shown].filter((name) => name !== 'hero' && !styles.includes(`.picture-${name}{`))).toEqual([])
    expect(styles).not.toContain('.picture-hero{')
  })

  test('has the Chinese face of headings after the page, in Chinese only', async () => {
    const late = (body: string) => /data-late-styles="[^"]* (\/assets\/chinese-[^" ]+)"/.exec(body)?.[1]
    const [chinese, english] = await Promise.all([get('/?lang=zh'), get('/?lang=en')])
    expect(late(english.body)).toBeUndefined()
    expect(chinese.body).not.toContain('noto-serif-sc')
    const sheet = await get(late(chinese.body) ?? '')
    const face = /url\(([^)]*noto-serif-sc[^)]*)\)/.exec(sheet.body)?.[1] ?? ''
    expect((await get(new URL(face, 'http://shop/assets/').pathname)).headers['content-type']).toBe(
      'font/woff2',
    )
  })

  test('has a face of its own for text in Latin and Cyrillic letters, preloaded; other pages that of labels, too', async () => {
    const preloaded = (body: string) =>
      [
        ...body.matchAll(/<link rel="?preload"? href="\/assets\/(alegreya-sans-[\w-]*?)-[\w-]{6}\.woff2/g),
      ].map(([, face]) => face)
    for (const [language, faces, labelFaces] of [
      ['en', ['alegreya-sans-400'], ['alegreya-sans-700']],
      [
        'ru',
        ['alegreya-sans-400', 'alegreya-sans-cyrillic-400'],
        ['alegreya-sans-700', 'alegreya-sans-cyrillic-700'],
      ],
      ['ar', [], []],
    ] as const) {
      const landing = await get(`/?lang=${language}`)
      expect(preloaded(landing.body)).toEqual(faces)
      expect(landing.body.match(/@font-face\{font-family:Text;/g) ?? []).toHaveLength(2 * faces.length)
      expect(preloaded((await get(`/credits?lang=${language}`)).body)).toEqual([...faces, ...labelFaces])
    }
  })

  test('loads at most 75 kB of scripts without an action of the visitor', async () => {
    const { body } = await get('/')
    const files = /data-scripts="([^"]*)"/.exec(body)?.[1]?.split(' ') ?? []
    expect(files.length).toBeGreaterThan(1)
    const replies = await Promise.all(files.map((file) => get(file, { 'accept-encoding': 'br' })))
    expect(replies.reduce((bytes, { rawPayload }) => bytes + rawPayload.length, 0)).toBeLessThan(
      BUDGETS.bytes['scripts of the landing page'],
    )
  })

  test('has scripts without a trace of other languages, so that one more costs a visitor nothing', async () => {
    const { body } = await get('/')
    const files = [...body.matchAll(/ data-(?:scripts|order|support)="([^"]*)"/g)]
      .flatMap(([, list = '']) => list.split(' '))
      .filter((file) => file.endsWith('.js'))
    expect(files.length).toBeGreaterThan(5)
    for (const file of files) expect((await get(file)).body, file).not.toMatch(/Русский|\bru[:`'"-]/)
    const support = await get(files.at(-1) ?? '')
    const [, name] = /`\.\/(dialog-\$\{\w+\}-[\w-]{7}\.js)`/.exec(support.body) ?? []
    for (const language of LANGUAGES) {
      const texts = await get(`/assets/${name?.replace(/\$\{\w+\}/, language) ?? ''}`)
      expect([language, texts.statusCode]).toEqual([language, 200])
    }
  })

  test('contains the fonts of its own script, and no other page’s styles', async () => {
    const pages = await Promise.all([get('/?lang=en'), get('/?lang=ar'), get('/credits')])
    const has = (text: string) => pages.map(({ body }) => body.includes(text))
    expect(has('el-messiri')).toEqual([false, true, false])
    expect(has('.editions{')).toEqual([true, true, false])
    expect(has('.credits{')).toEqual([false, false, true])
  })
})

describe('the trailer', () => {
  interface Facts {
    readonly poster: string
    readonly sources: readonly { readonly src: string; readonly type: string }[]
    readonly captions: readonly { readonly language: string; readonly src: string }[]
  }
  const filmIn = (html: string) => /href="(\/game\/trailer\.[\w-]+\.mp4)"/.exec(html)?.[1] ?? ''
  const readFacts = async () => {
    const film = filmIn((await get('/')).body)
    return { film, facts: (await get(film.replace(/mp4$/, 'json'))).json<Facts>() }
  }

  test('is a link to its file, and its other files are named only in its facts', async () => {
    const { body, headers } = await get('/?lang=fr')
    expect(body).toMatch(/<a[^>]+href="\/game\/trailer\.[\w-]+\.mp4"[^>]*>Voir la bande-annonce<\/a>/)
    expect(/\.(webm|vtt)\b|poster\./.exec(body)).toBeNull()
    expect(headers['content-security-policy']).toContain("media-src 'self';")
    const { facts } = await readFacts()
    expect(facts.captions.map(({ language }) => language)).toEqual(LANGUAGES)
    const files = [
      facts.poster,
      ...facts.sources.map(({ src }) => src),
      ...facts.captions.map(({ src }) => src),
    ]
    const replies = await Promise.all(files.map((file) => get(file)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(files.map(() => 200))
    const types = new Set(replies.map(({ headers: of }) => of['content-type']))
    expect(types).toEqual(new Set(['image/webp', 'video/webm', 'video/mp4', 'text/vtt; charset=utf-8']))
    for (const { headers: of } of replies) {
      expect(of['cache-control']).toBe('public, max-age=31536000, immutable')
      expect(of['x-content-type-options']).toBe('nosniff')
    }
  })

  test('is sent in parts to browsers that seek', async () => {
    const { film } = await readFacts()
    const whole = await get(film)
    const size = whole.rawPayload.length
    expect([whole.statusCode, whole.headers['accept-ranges']]).toEqual([200, 'bytes'])
    const part = await get(film, { range: 'bytes=100-199', 'accept-encoding': 'gzip, br' })
    expect([part.statusCode, part.headers['content-range']]).toEqual([206, `bytes 100-199/${String(size)}`])
    expect(part.headers['content-encoding']).toBeUndefined()
    expect(part.headers['content-length']).toBe('100')
    expect(part.headers.etag).toBe(whole.headers.etag)
    expect(part.rawPayload.equals(whole.rawPayload.subarray(100, 200))).toBe(true)
    const end = await get(film, { range: 'bytes=-5' })
    expect(end.rawPayload.equals(whole.rawPayload.subarray(-5))).toBe(true)
  })

  test('says its size when a part beyond its end is asked for', async () => {
    const { film } = await readFacts()
    const size = (await get(film)).headers['content-length']
    const beyond = await get(film, { range: `bytes=${String(size)}-` })
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${String(size)}`])
    expect([beyond.body, beyond.headers['cache-control']]).toEqual(['', 'no-store'])
  })

  test('is sent whole when the part belongs to another version, and not at all when the browser has it', async () => {
    const { film } = await readFacts()
    const { etag } = (await get(film)).headers
    const status = async (headers: Record<string, string>) => (await get(film, headers)).statusCode
    const range = 'bytes=0-9'
    expect(await status({ range, 'if-range': String(etag) })).toBe(206)
    expect(await status({ range, 'if-range': '"other"' })).toBe(200)
    expect(await status({ range, 'if-none-match': String(etag) })).toBe(304)
  })

  test('is described by HEAD, whatever the range', async () => {
    const { film } = await readFacts()
    const size = (await get(film)).headers['content-length']
    const head = await app.inject({ method: 'HEAD', url: film, headers: { range: 'bytes=0-1' } })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, size, ''])
    expect(head.headers['accept-ranges']).toBe('bytes')
  })

  test('costs a game without one nothing', async () => {
    const without = await openSite({ ...shop, game: { ...shop.game, trailer: null } })
    const bare = appOf(without)
    const { body, headers } = await bare.inject('/')
    expect(body.includes('trailer')).toBe(false)
    expect(headers['content-security-policy']).not.toContain('media-src')
    without.close()
    await bare.close()
  })
})

test('an unknown path gets the 404 page in the reader’s language', async () => {
  const english = await get('/nowhere', { accept: 'application/json' })
  expect(english.statusCode).toBe(404)
  expect(english.headers['content-type']).toContain('text/html')
  expect(english.body).toContain('Oops! Page not found')
  expect(english.body).toContain('Return to Home')
  const arabic = await get('/assets/none.js', { 'accept-language': 'ar-SA' })
  expect(arabic.statusCode).toBe(404)
  expect(arabic.body).toContain('dir="rtl"')
})

test('the credits list the icons, fonts and pictures with their licences, in the reader’s language', async () => {
  const { statusCode, body } = await get('/credits')
  expect(statusCode).toBe(200)
  for (const part of [
    'game-icons.net',
    'CC BY 3.0',
    'Delapouite',
    'Cinzel Decorative',
    'OFL 1.1',
    'CC0 1.0',
  ]) {
    expect(body).toContain(part)
  }
  expect((await get('/credits?lang=ar')).body).toContain('dir="rtl"')
})

describe('a shop that knows its own address', () => {
  let known: Site
  let knownApp: App
  beforeAll(async () => {
    known = await openSite({ ...shop, publicUrl: 'https://shop.example' })
    knownApp = appOf(known)
  })
  afterAll(async () => {
    known.close()
    await knownApp.close()
  })

  test('has a sitemap of its languages, and excludes crawlers from private pages', async () => {
    const map = await knownApp.inject('/sitemap.xml')
    expect(map.headers['content-type']).toContain('application/xml')
    const documents = 4 * shop.legal.written.size
    expect(map.body.match(/<loc>/g)).toHaveLength(7 + documents)
    expect(map.body.match(/<loc>[^<]*\/legal\/terms\?lang=en</g)).toHaveLength(1)
    expect(map.body.match(/hreflang="x-default"/g)).toHaveLength(7 + documents)
    const robots = await knownApp.inject('/robots.txt')
    expect(robots.body).toContain('Sitemap: https://shop.example/sitemap.xml')
    expect(robots.body).toContain('Disallow: /admin')
  })

  test.each(['/', '/legal/terms', '/legal/privacy'])(
    '%s is canonical in each of its languages, and all of them name each other and the one for everybody else',
    async (path) => {
      const languages = path === '/' ? LANGUAGES : [...shop.legal.written.keys()]
      const addressOf = (language: Language) => `https://shop.example${path}?lang=${language}`
      const expected = [
        ...languages.map((language) => [language, addressOf(language)]),
        ['x-default', addressOf('en')],
      ]
      for (const language of languages) {
        const { body } = await knownApp.inject(`${path}?lang=${language}`)
        expect(linksOf(body)).toEqual({ canonical: [addressOf(language)], alternates: expected })
      }
      // without a language in the URL the page is that of its reader, and none of the addresses that name each other
      const { body } = await knownApp.inject({ url: path, headers: { 'accept-language': 'fr' } })
      expect(linksOf(body)).toEqual({ canonical: [addressOf('fr')], alternates: expected })
      expect(expected).not.toContainEqual([expect.anything(), `https://shop.example${path}`])
      // a sitemap that says something else would contradict the pages
      const map = await knownApp.inject('/sitemap.xml')
      const ofPage = map.body
        .split('<url>')
        .filter((one) => one.includes(`<loc>https://shop.example${path}?`))
      expect(ofPage.map((one) => /<loc>([^<]+)/.exec(one)?.[1])).toEqual(languages.map(addressOf))
      for (const one of ofPage)
        expect(
          [...one.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, code, href]) => [code, href]),
        ).toEqual(expected)
    },
  )

  test('uses its public URL in canonical, alternates and share picture, whatever the host of the request', async () => {
    const { body } = await knownApp.inject({ url: '/?lang=fr', headers: { host: 'evil.example' } })
    expect(body).not.toContain('evil.example')
    expect(body).toContain('<link rel="canonical" href="https://shop.example/?lang=fr"/>')
    const share = /property="og:image" content="https:\/\/shop\.example([^"]+)"/.exec(body)?.[1] ?? ''
    expect((await knownApp.inject(share)).statusCode).toBe(200)
  })
})

/** What a page tells search engines of its address and its languages. */
function linksOf(html: string) {
  return {
    canonical: [...html.matchAll(/<link rel="canonical" href="([^"]+)"/g)].map(([, href]) => href),
    alternates: [...html.matchAll(/<link rel="alternate" hrefLang="([^"]+)" href="([^"]+)"/g)].map(
      ([, code, href]) => [code, href],
    ),
  }
}

describe('a shop that offers German and Arabic', () => {
  let chosen: Site
  let chosenApp: App
  beforeAll(async () => {
    const game = { ...shop.game, languages: ['de', 'ar'] as const }
    chosen = await openSite({
      ...shop,
      game: { ...game, languages: [...game.languages] },
      publicUrl: 'https://shop.example',
    })
    chosenApp = appOf(chosen)
  })
  afterAll(async () => {
    chosen.close()
    await chosenApp.close()
  })
  const page = (url: string, headers: Record<string, string> = {}) => chosenApp.inject({ url, headers })

  test.each(['/', '/sign-in', '/credits', '/legal/terms', '/nowhere'])(
    'offers no others on %s',
    async (path) => {
      const { body } = await page(path)
      const [, select = ''] = /<select id="language"[^>]*>(.*?)<\/select>/.exec(body) ?? []
      expect([...select.matchAll(/value="(\w+)"/g)].map(([, code]) => code)).toEqual(['de', 'ar'])
      expect(body).toContain('data-languages="de ar"')
    },
  )

  test('names no others to search engines, and lists both on the landing page', async () => {
    const { body } = await page('/?lang=ar')
    const named = [...body.matchAll(/hrefLang="([^"]+)"/g)].map(([, code]) => code)
    expect(new Set(named)).toEqual(new Set(['de', 'ar', 'x-default']))
    expect(body).not.toMatch(/content="(en_US|fr_FR)"/)
    const map = await page('/sitemap.xml')
    expect(map.body).toContain('https://shop.example/?lang=ar')
    expect(map.body).not.toMatch(/\/\?lang=(en|fr|ru|zh|he)/)
  })

  test('answers in the first where a reader asks for another: by address, by an earlier choice, by browser', async () => {
    const answers = await Promise.all([
      page('/?lang=fr'),
      page('/', { cookie: 'language=en' }),
      page('/', { 'accept-language': 'en-GB' }),
      page('/', { 'accept-language': 'ar' }),
    ])
    expect(answers.map(({ headers }) => headers['content-language'])).toEqual(['de', 'de', 'de', 'ar'])
  })
})

test('a shop in one language shows no choice of languages', async () => {
  const one = await openSite({ ...shop, game: { ...shop.game, languages: ['fr'] } })
  const app = appOf(one)
  const { body } = await app.inject('/')
  expect(body).toContain('<html lang="fr"')
  expect(body).not.toMatch(/<select|id="languages-title"/)
  one.close()
  await app.close()
})

describe('a shop with colours and a typeface of its own', () => {
  const BITTER = 'src/server/captcha/fonts/bitter-bold.woff2'
  let folder: string
  let red: Site
  let redApp: App
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'keyhold-theme-'))
    cpSync('test/example-game', folder, { recursive: true })
    mkdirSync(join(folder, 'fonts'))
    copyFileSync(BITTER, join(folder, 'fonts', 'bitter.woff2'))
    const bitter = { name: 'Bitter', author: 'The Bitter Project Authors', licence: 'OFL 1.1' }
    const range = { file: 'bitter.woff2', unicodeRange: 'U+0020-007E, U+00A0-00FF' }
    const game = JSON.parse(readFileSync(join(folder, 'game.json'), 'utf8')) as object
    const theme = {
      colors: { background: '#140506', accent: '#e0a08c' },
      fonts: { title: 'system', heading: { ...bitter, files: [range] } },
    }
    writeFileSync(join(folder, 'game.json'), JSON.stringify({ ...game, theme }))
    red = await openSite({ ...shop, ...openGameFolder(folder), gameFolder: folder })
    redApp = appOf(red)
  })
  afterAll(async () => {
    red.close()
    await redApp.close()
    rmSync(folder, { recursive: true })
  })

  test.each(['/', '/sign-in', '/legal/terms', '/nowhere'])('has them in the styles of %s', async (path) => {
    const { body, headers } = await redApp.inject(path)
    const [, css = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? []
    expect(css).toContain('--ink:#140506')
    expect(css).toContain('--gold:#e0a08c')
    expect(css).not.toMatch(/#070a16|#d9b878|#24346f/)
    // what is not stated keeps the shop's own, and forced colours theirs
    expect(css).toContain('--bone:#f4ecdd')
    expect(css).toContain('--ink:canvas'.replace('c', 'C'))
    expect(css).toMatch(/font-family:Display;font-weight:600;font-display:swap;src:url\(\/game\/bitter\./)
    expect(css).not.toMatch(/cinzel/)
    expect(body).toContain('<meta name="theme-color" content="#140506"/>')
    expect(headers['content-security-policy']).toContain(createHash('sha256').update(css).digest('base64'))
  })

  test('fetches its typeface with the page in place of the shop’s, which other scripts keep', async () => {
    const preloads = async (url: string) => {
      const { body } = await redApp.inject(url)
      return [...body.matchAll(/rel="preload" href="([^"]+woff2)"/g)].map(([, href = '']) => href)
    }
    const english = await preloads('/')
    expect(english.join()).toMatch(/^\/game\/bitter\.[\w-]{5}\.woff2,\/assets\/alegreya-sans-400/)
    expect((await redApp.inject(english[0] ?? '')).headers['content-type']).toBe('font/woff2')
    expect((await preloads('/?lang=ar')).join()).toMatch(/bitter.*el-messiri/)
    const { body } = await redApp.inject('/?lang=ar')
    expect(body).toMatch(/font-family:Display;[^}]*el-messiri/)
  })

  test('states its colour to phones, and the typeface in its credits', async () => {
    expect((await redApp.inject('/site.webmanifest')).json()).toMatchObject({ theme_color: '#140506' })
    const { body } = await redApp.inject('/credits')
    expect(body.match(/The Bitter Project Authors/g)).toHaveLength(2)
  })
})

test('every colour in the styles of pages is one of a theme, or the same in every shop', async () => {
  // white, black, coins, banners of the modes, and what stands on pictures and on warnings
  const kept =
    /^#(000|fff|ffffff|000000|26a17b|2775ca|627eea|f7931a|5b1a16|4a3a17|3b2160|c5d2f2|c3cad8|3a4152|fff6e6|ffb18c)$/
  const bodies = await Promise.all(
    ['/', '/sign-in', '/legal/terms', '/credits', '/nowhere'].map(async (path) => (await get(path)).body),
  )
  const shell = site.renderForRequest('plain', 'en', (_bundle, { css }) => css)
  const css = [...bodies.map((body) => /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? ''), shell].join('')
  const literals = [
    ...css.matchAll(/[:, (](#(?:[0-9a-f]{6}|[0-9a-f]{3}))(?:[0-9a-f]{2}|[0-9a-f])?(?![0-9a-f])/g),
  ]
  const others = new Set(
    literals.map(([, color = '']) => color).filter((color) => !isThemed(color) && !kept.test(color)),
  )
  expect([...others]).toEqual([])
  expect(css).not.toMatch(/[:, ](rgba?|hsla?)\(/)
})

test('a shop without a public URL has no canonical address and no sitemap', async () => {
  const { body } = await get('/')
  expect(body).not.toMatch(/rel="canonical"|og:image/)
  expect((await get('/robots.txt')).statusCode).toBe(404)
  expect((await get('/site.webmanifest')).json()).toMatchObject({ name: 'Ashen Dominion' })
})

test('the demo pages exist only in the demo', async () => {
  expect((await get('/demo/wallet')).statusCode).toBe(200)
  expect((await get('/demo/mail')).statusCode).toBe(200)
  const production = await openSite({ ...shop, profile: 'production', counters: 'true' })
  const strict = appOf(production)
  expect((await strict.inject('/demo/wallet')).statusCode).toBe(404)
  const landing = await strict.inject('/')
  expect(landing.body).not.toContain('/demo/')
  expect(landing.body).toContain('"hasMovingCounters":false')
  production.close()
  await strict.close()
})
