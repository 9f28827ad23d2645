import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { SITE_DEPS, useSite } from '#test/use-site.ts'

const { get } = useSite()

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
    const head = await get(film, { range: 'bytes=0-1' }, 'HEAD')
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, size, ''])
    expect(head.headers['accept-ranges']).toBe('bytes')
  })

  describe('in a game without one', () => {
    const bare = useSite({ game: { ...SITE_DEPS.game, trailer: null } })

    test('costs nothing', async () => {
      const { body, headers } = await bare.get('/')
      expect(body.includes('trailer')).toBe(false)
      expect(headers['content-security-policy']).not.toContain('media-src')
    })
  })
})
