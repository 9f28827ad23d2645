import { colorsOf } from '#shared/game-theme.ts'
import { languagesOfDocument, legalDocumentsOf, type LegalTexts } from '#shared/game-legal.ts'
import type { Language } from '#shared/languages.ts'
import type { StudioTexts } from '#shared/studio-texts.ts'
import { textContent, type MemoryContent } from './content.ts'
import type { GameFiles } from './game-files.ts'
import type { SiteDeps } from './site-deps.ts'

/** The files that crawlers and phones request by name. Without a public URL there is no sitemap. */
export function machineFiles(
  { game, legal, publicUrl }: Pick<SiteDeps, 'game' | 'legal' | 'publicUrl'>,
  files: GameFiles,
): ReadonlyMap<string, MemoryContent> {
  const manifest = textContent('application/manifest+json', JSON.stringify(manifestOf(game, files)))
  const found = new Map([['/site.webmanifest', manifest]])
  if (publicUrl !== null) {
    found.set('/robots.txt', textContent('text/plain; charset=utf-8', robotsOf(publicUrl)))
    found.set('/sitemap.xml', textContent('application/xml', sitemapOf(publicUrl, game.languages, legal)))
  }
  return found
}

function manifestOf({ title, theme }: SiteDeps['game'], files: GameFiles): object {
  const { background } = colorsOf(theme)
  const pixels = [180, 512].flatMap((px) => {
    const src = files.optional(`icon-${String(px)}.png`)
    return src === null ? [] : [{ src, sizes: `${String(px)}x${String(px)}`, type: 'image/png' }]
  })
  return {
    name: title,
    short_name: title,
    start_url: '/',
    display: 'browser',
    background_color: background,
    theme_color: background,
    icons: [{ src: files.file('icon.svg'), sizes: 'any', type: 'image/svg+xml' }, ...pixels],
  }
}

function robotsOf(publicUrl: string): string {
  const calls = ['/data/', '/functions/', '/auth/']
  const closed = ['/admin', ...calls, '/order', '/recover', '/withdraw', '/waiting-list', '/demo/']
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}

/** One URL per page and language, each with all its alternates, as search engines require. */
function sitemapOf(
  publicUrl: string,
  languages: readonly Language[],
  legal: StudioTexts<LegalTexts>,
): string {
  const urls = [
    ...urlsOf(`${publicUrl}/`, languages),
    ...legalDocumentsOf(legal).flatMap((name) =>
      urlsOf(`${publicUrl}/legal/${name}`, languagesOfDocument(legal, name)),
    ),
  ]
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">' +
    `${urls.join('')}</urlset>`
  )
}

function urlsOf(page: string, languages: readonly Language[]): readonly string[] {
  const addressOf = (language: Language) => `${page}?lang=${language}`
  const link = (code: string, href: string) =>
    `<xhtml:link rel="alternate" hreflang="${code}" href="${href}"/>`
  const [other = 'en'] = languages
  const alternates = [
    ...languages.map((language) => link(language, addressOf(language))),
    link('x-default', addressOf(other)),
  ].join('')
  return languages.map((language) => `<url><loc>${addressOf(language)}</loc>${alternates}</url>`)
}
