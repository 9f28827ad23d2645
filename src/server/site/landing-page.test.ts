import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import type { EditionId } from '#shared/editions.ts'
import { BUDGETS } from '#test/budgets.ts'
import { useSite } from '#test/use-site.ts'

let supporters = 0
let soldOut: readonly EditionId[] = []
let now = new Date('2025-10-16T20:58:53Z')

const counter = (id: EditionId, count: number) => ({ id, count, last_updated: now.toISOString() })
const stockOf = (id: EditionId) =>
  ({ id, stock: 'reserve', sold_out: soldOut.includes(id), keys_on_release: false }) as const
const shop = useSite({
  readCounters: () => Promise.resolve([counter('standard', 12480), counter('supporter', supporters)]),
  readEditions: () => Promise.resolve([stockOf('standard'), stockOf('supporter')]),
  clock: () => now,
  counters: 'moving',
})
const { get } = shop

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
    await shop.site.refresh()
    expect((await get('/')).headers['etag']).toBe(first.headers['etag'])
    supporters = 7936
    await shop.site.refresh()
    expect((await get('/')).body).toContain('7,936')
    now = new Date(now.getTime() + 60_000)
    await shop.site.refresh()
    expect((await get('/')).body).toContain('<b>00</b> <small>Minutes</small>')
  })

  test('shows in its HTML which edition is sold out, also for search engines', async () => {
    soldOut = ['standard']
    await shop.site.refresh()
    const { body } = await get('/')
    expect(body).toMatch(/<button(?=[^>]* disabled="")(?=[^>]*value="standard")[^>]*>Sold out</)
    expect(body).toMatch(/<button(?![^>]* disabled)(?=[^>]*value="supporter")[^>]*>Order Now</)
    expect(body).toContain('https://schema.org/SoldOut')
    soldOut = []
    await shop.site.refresh()
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
    const has = (text: string) => pages.map(({ body }) => shop.cssOf(body).includes(text))
    expect(has('el-messiri')).toEqual([false, true, false])
    expect(has('.editions{')).toEqual([true, true, false])
    expect(has('.credits{')).toEqual([false, false, true])
  })
})
