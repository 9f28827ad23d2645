import { describe, expect, test } from 'vitest'
import { plainTextsOf } from '#texts/rendered-texts.ts'
import { BUDGETS } from '#test/budgets.ts'
import { useSite } from '#test/use-site.ts'

const HOST = 'https://games.example'
const OTHER = 'http://localhost:3000'

describe('where no origin may show the checkout', () => {
  const { get } = useSite()
  test('there is no page for a frame, and no script', async () => {
    for (const path of [`/embed?origin=${HOST}`, '/embed.js', '/embed'])
      expect((await get(path)).statusCode, path).toBe(404)
  })
})

describe('where two origins may show the checkout', () => {
  const { get } = useSite({ embedOrigins: [HOST, OTHER] })

  test('its page may be framed by exactly these, and every other page by none', async () => {
    const page = await get(`/embed?origin=${HOST}&edition=supporter&quantity=2&lang=ar`)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toMatch(
      /; frame-ancestors https:\/\/games\.example http:\/\/localhost:3000$/,
    )
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.headers['x-frame-options']).toBeUndefined()
    expect(page.body).toContain('<html lang="ar" dir="rtl"')
    expect(page.body).toContain('<base target="_blank"/>')
    expect(page.body).toMatch(/"quantity":2,.*"id":"supporter".*"priceCents":11999/)
    for (const path of ['/', '/credits', '/sign-in', '/legal/terms', '/demo/wallet', '/nowhere', '/embed'])
      expect(String((await get(path)).headers['content-security-policy']), path).not.toContain(HOST)
    const admin = await get('/admin', { cookie: 'signed-in' })
    expect(admin.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  test('an unknown origin is named, with what is allowed', async () => {
    const refused = await get('/embed?origin=https://evil.example')
    expect(refused.statusCode).toBe(403)
    expect(refused.body).toContain('https://evil.example')
    expect(refused.body).toContain(`KEYHOLD_EMBED_ORIGINS allows ${HOST}, ${OTHER}`)
    expect((await get(`/embed?origin=${HOST}.evil.example`)).statusCode).toBe(403)
  })

  test('without an origin a person reads in their language what is missing, and a program gets the code', async () => {
    const call = await get('/embed')
    expect(call.statusCode).toBe(400)
    expect(call.headers['content-type']).toContain('json')
    for (const language of ['en', 'ar'] as const) {
      const page = await get(`/embed?lang=${language}`, { accept: 'text/html,*/*;q=0.8' })
      expect(page.statusCode).toBe(400)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(String(page.headers['content-security-policy'])).not.toContain(HOST)
      expect(page.body).toContain(plainTextsOf(language).notice.noOrigin)
    }
    const wrong = await get(`/embed?origin=${HOST}&quantity=101`, { accept: 'text/html' })
    expect(wrong.headers['content-type']).toContain('json')
  })

  test('an edition that is not on sale has no page, and a quantity out of range is refused', async () => {
    expect((await get(`/embed?origin=${HOST}&edition=unknown`)).statusCode).toBe(404)
    expect((await get(`/embed?origin=${HOST}&quantity=101`)).statusCode).toBe(400)
    expect((await get(`/embed?origin=${HOST}`)).body).toContain('"id":"standard"')
  })

  test('the script is small, asked for again after five minutes, and may be loaded by other sites', async () => {
    const script = await get('/embed.js', { 'accept-encoding': 'identity' })
    expect(script.statusCode).toBe(200)
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(Buffer.byteLength(script.body)).toBeGreaterThan(1_000)
    expect(Buffer.byteLength(script.body)).toBeLessThanOrEqual(BUDGETS.bytes['script for other sites'])
    const again = await get('/embed.js', { 'if-none-match': String(script.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})
