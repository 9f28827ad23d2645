import { expect, test } from 'vitest'
import { useSite } from '#test/use-site.ts'

const one = useSite()
const other = useSite()

const gameFilesIn = (html: string, ending = 'css|json') =>
  html.match(new RegExp(`/game/[\\w.-]+\\.(?:${ending})`, 'g')) ?? []

test('pages after the first share a style sheet, which a browser keeps', async () => {
  const [credits, terms, landing] = await Promise.all(
    ['/credits', '/legal/terms', '/'].map((path) => one.get(path)),
  )
  const [shared, ...own] = gameFilesIn(credits!.body, 'css')
  expect(shared).toMatch(/^\/game\/common\./)
  expect(own).toEqual([expect.stringMatching(/^\/game\/credits\.[\w-]{5}\.css$/)])
  expect(gameFilesIn(terms!.body)).toContain(shared)
  expect(/<style>(.*?)<\/style>/s.exec(credits!.body)?.[1]).toMatch(
    /^@media[^{]*\{@view-transition\{navigation:auto\}\}$/,
  )
  expect((await one.get(shared!)).headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/css; charset=utf-8',
  })
  expect(landing!.body).toContain('<style')
  expect(gameFilesIn(landing!.body)).not.toContain(shared)
})

test('pages after the first share the loader, and their policy allows no script inside', async () => {
  const [credits, landing] = await Promise.all(['/credits', '/'].map((path) => one.get(path)))
  const scriptOf = (html: string) => /<\/header>(<script[^>]*>)/.exec(html)?.[1]
  const [, file = ''] = /^<script src="([^"]+)">$/.exec(scriptOf(credits!.body) ?? '') ?? []
  expect(file).toMatch(/^\/assets\/loader-[\w-]{7}\.js$/)
  expect(credits!.headers['content-security-policy']).toContain("; script-src 'self'; ")
  expect(scriptOf(landing!.body)).toBe('<script>')
  const loader = await one.get(file)
  expect(loader.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(landing!.body).toContain(`<script>${loader.body}</script>`)
  const ofAnother = await one.get('/assets/loader-another.js')
  expect([ofAnother.body, ofAnother.headers['cache-control']]).toEqual([loader.body, 'no-cache'])
})

test('a process serves the files that a page of another one names, in any language', async () => {
  for (const language of ['ar', 'ru', 'zh']) {
    const pages = await Promise.all(['/', '/credits'].map((path) => one.get(`${path}?lang=${language}`)))
    const files = pages.flatMap(({ body }) => gameFilesIn(body))
    expect(files.some((file) => file.startsWith(`/game/redeem-${language}.`))).toBe(true)
    for (const file of files) expect([file, (await other.get(file)).statusCode]).toEqual([file, 200])
  }
})

test('a style sheet of another release is answered with the one of today, which is not kept', async () => {
  const { headers, statusCode, body } = await one.get('/game/credits.0ther.css')
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache'])
  expect(body).toContain('{')
  expect((await one.get('/game/nothing.0ther.css')).statusCode).toBe(404)
})
