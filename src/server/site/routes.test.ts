import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#shared/languages.ts'
import { SITE_DEPS, useSite } from '#test/use-site.ts'

const { get } = useSite()

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
  const known = useSite({ publicUrl: 'https://shop.example' })

  test('has a sitemap of its languages, and excludes crawlers from private pages', async () => {
    const map = await known.get('/sitemap.xml')
    expect(map.headers['content-type']).toContain('application/xml')
    const documents = 4 * SITE_DEPS.legal.written.size
    expect(map.body.match(/<loc>/g)).toHaveLength(7 + documents)
    expect(map.body.match(/<loc>[^<]*\/legal\/terms\?lang=en</g)).toHaveLength(1)
    expect(map.body.match(/hreflang="x-default"/g)).toHaveLength(7 + documents)
    const robots = await known.get('/robots.txt')
    expect(robots.body).toContain('Sitemap: https://shop.example/sitemap.xml')
    expect(robots.body).toContain('Disallow: /admin')
  })

  test.each(['/', '/legal/terms', '/legal/privacy'])(
    '%s is canonical in each of its languages, and all of them name each other and the one for everybody else',
    async (path) => {
      const languages = path === '/' ? LANGUAGES : [...SITE_DEPS.legal.written.keys()]
      const addressOf = (language: Language) => `https://shop.example${path}?lang=${language}`
      const expected = [
        ...languages.map((language) => [language, addressOf(language)]),
        ['x-default', addressOf('en')],
      ]
      for (const language of languages) {
        const { body } = await known.get(`${path}?lang=${language}`)
        expect(linksOf(body)).toEqual({ canonical: [addressOf(language)], alternates: expected })
      }
      // without a language in the URL the page is that of its reader, and none of the addresses that name each other
      const { body } = await known.get(path, { 'accept-language': 'fr' })
      expect(linksOf(body)).toEqual({ canonical: [addressOf('fr')], alternates: expected })
      expect(expected).not.toContainEqual([expect.anything(), `https://shop.example${path}`])
      // a sitemap that says something else would contradict the pages
      const map = await known.get('/sitemap.xml')
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
    const { body } = await known.get('/?lang=fr', { host: 'evil.example' })
    expect(body).not.toContain('evil.example')
    expect(body).toContain('<link rel="canonical" href="https://shop.example/?lang=fr"/>')
    const share = /property="og:image" content="https:\/\/shop\.example([^"]+)"/.exec(body)?.[1] ?? ''
    expect((await known.get(share)).statusCode).toBe(200)
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
  const { get: page } = useSite({
    game: { ...SITE_DEPS.game, languages: ['de', 'ar'] },
    publicUrl: 'https://shop.example',
  })

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

describe('a shop in one language', () => {
  const { get: page } = useSite({ game: { ...SITE_DEPS.game, languages: ['fr'] } })

  test('shows no choice of languages', async () => {
    const { body } = await page('/')
    expect(body).toContain('<html lang="fr"')
    expect(body).not.toMatch(/<select|id="languages-title"/)
  })
})

test('a shop without a public URL has no canonical address and no sitemap', async () => {
  const { body } = await get('/')
  expect(body).not.toMatch(/rel="canonical"|og:image/)
  expect((await get('/robots.txt')).statusCode).toBe(404)
  expect((await get('/site.webmanifest')).json()).toMatchObject({ name: 'Ashen Dominion' })
})

test('the demo has pages of its own', async () => {
  expect((await get('/demo/wallet')).statusCode).toBe(200)
  expect((await get('/demo/mail')).statusCode).toBe(200)
})

describe('a shop in production', () => {
  const strict = useSite({ profile: 'production' })

  test('has no demo pages, and its counters do not move', async () => {
    expect((await strict.get('/demo/wallet')).statusCode).toBe(404)
    const { body } = await strict.get('/')
    expect(body).not.toContain('/demo/')
    expect(body).toContain('"hasMovingCounters":false')
  })
})
