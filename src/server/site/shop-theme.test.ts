import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { useSite } from '#test/use-site.ts'
import { openGameFolder } from './load-game.ts'
import { isThemed } from './theme-css.ts'

const shop = useSite()

describe('a shop with colours and a typeface of its own', () => {
  const folder = temporaryFolder()
  cpSync('test/example-game', folder, { recursive: true })
  mkdirSync(join(folder, 'fonts'))
  copyFileSync('src/server/captcha/fonts/bitter-bold.woff2', join(folder, 'fonts', 'bitter.woff2'))
  const bitter = { name: 'Bitter', author: 'The Bitter Project Authors', licence: 'OFL 1.1' }
  const range = { file: 'bitter.woff2', unicodeRange: 'U+0020-007E, U+00A0-00FF' }
  const game = JSON.parse(readFileSync(join(folder, 'game.json'), 'utf8')) as object
  const theme = {
    colors: { background: '#140506', accent: '#e0a08c' },
    fonts: { title: 'system', heading: { ...bitter, files: [range] } },
  }
  writeFileSync(join(folder, 'game.json'), JSON.stringify({ ...game, theme }))
  const red = useSite({ ...openGameFolder(folder), gameFolder: folder })

  test.each(['/', '/sign-in', '/legal/terms', '/nowhere'])('has them in the styles of %s', async (path) => {
    const { body, headers } = await red.get(path)
    const css = red.cssOf(body)
    expect(css).toContain('--ink:#140506')
    expect(css).toContain('--gold:#e0a08c')
    expect(css).not.toMatch(/#070a16|#d9b878|#24346f/)
    // what is not stated keeps the shop's own, and forced colours theirs
    expect(css).toContain('--bone:#f4ecdd')
    expect(css).toContain('--ink:canvas'.replace('c', 'C'))
    expect(css).toMatch(/font-family:Display;font-weight:600;font-display:swap;src:url\(\/game\/bitter\./)
    expect(css).not.toMatch(/cinzel/)
    expect(body).toContain('<meta name="theme-color" content="#140506"/>')
    const inside = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? ''
    const hash = createHash('sha256').update(inside).digest('base64')
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
  })

  test('fetches its typeface with the page in place of the shop’s, which other scripts keep', async () => {
    const preloads = async (url: string) => {
      const { body } = await red.get(url)
      return [...body.matchAll(/rel="preload" href="([^"]+woff2)"/g)].map(([, href = '']) => href)
    }
    const english = await preloads('/')
    expect(english.join()).toMatch(/^\/game\/bitter\.[\w-]{5}\.woff2,\/assets\/alegreya-sans-400/)
    expect((await red.get(english[0] ?? '')).headers['content-type']).toBe('font/woff2')
    expect((await preloads('/?lang=ar')).join()).toMatch(/bitter.*el-messiri/)
    const { body } = await red.get('/?lang=ar')
    expect(body).toMatch(/font-family:Display;[^}]*el-messiri/)
  })

  test('states its colour to phones, and the typeface in its credits', async () => {
    expect((await red.get('/site.webmanifest')).json()).toMatchObject({ theme_color: '#140506' })
    const { body } = await red.get('/credits')
    expect(body.match(/The Bitter Project Authors/g)).toHaveLength(2)
  })
})

test('every colour in the styles of pages is one of a theme, or the same in every shop', async () => {
  // white, black, coins, banners of the modes, and what stands on pictures and on warnings
  const kept =
    /^#(000|fff|ffffff|000000|26a17b|2775ca|345d9d|2a4ba0|627eea|f7931a|5b1a16|4a3a17|3b2160|c5d2f2|c3cad8|3a4152|fff6e6|ffb18c)$/
  const bodies = await Promise.all(
    ['/', '/sign-in', '/legal/terms', '/credits', '/nowhere'].map(
      async (path) => (await shop.get(path)).body,
    ),
  )
  const plain = shop.site.renderForRequest('plain', 'en', (_bundle, { sheets }) =>
    sheets.map((path) => `<link rel="stylesheet" href="${path}"/>`).join(''),
  )
  const css = [...bodies, plain].map((html) => shop.cssOf(html)).join('')
  expect(css).toContain('.credits{')
  const literals = [
    ...css.matchAll(/[:, (](#(?:[0-9a-f]{6}|[0-9a-f]{3}))(?:[0-9a-f]{2}|[0-9a-f])?(?![0-9a-f])/g),
  ]
  const others = new Set(
    literals.map(([, color = '']) => color).filter((color) => !isThemed(color) && !kept.test(color)),
  )
  expect([...others]).toEqual([])
  expect(css).not.toMatch(/[:, ](rgba?|hsla?)\(/)
})
