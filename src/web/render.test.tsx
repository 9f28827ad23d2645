import { describe, expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import type { Language } from '#shared/languages.ts'
import type { LandingFacts, PageFacts } from '#shared/page-facts.ts'
import { DICTIONARIES } from './i18n/dictionaries.ts'
import { AVAILABLE_LANGUAGES } from './i18n/load-dictionary.ts'
import { renderLanding, renderNotFound, renderShell } from './render.tsx'

const RELEASE = new Date('2025-10-18T23:59:59Z')

const NO_SECTIONS: LandingFacts['sections'] = {
  features: null,
  badges: [],
  modes: null,
  campaigns: null,
  worlds: null,
  maps: null,
  systems: [],
  creatorBeta: null,
  rewards: null,
  gallery: null,
  partners: null,
  comingSoon: { title: 'C', text: 'Soon', wishlistUrl: null },
}

function pageFacts(language: Language): PageFacts {
  return {
    language,
    profile: 'demo',
    title: 'Ashen Dominion',
    isFictional: true,
    socials: { twitter: '#', discord: '#', steam: '#' },
    supportEmail: 'support@shop.example',
    publicUrl: 'https://shop.example',
    bitcoinNetwork: 'mainnet',
    year: 2025,
    css: 'body{margin:0}',
    loader: 'void 0',
    scripts: { island: ['/assets/island.js', '/assets/react.js'] },
    styles: {},
    ahead: [],
    icon: '/game/icon.svg',
    fonts: [],
  }
}

function landingFacts(language: Language, changes: Partial<LandingFacts> = {}): LandingFacts {
  const edition = { name: 'N', pitch: 'P', features: ['F</script><b>'], isBestValue: false }
  return {
    ...pageFacts(language),
    description: 'D',
    subtitle: 'S',
    hero: {
      name: 'hero',
      alt: 'H',
      widthPx: 1600,
      heightPx: 900,
      files: [{ widthPx: 640, avif: '/h.avif', webp: '/h.webp' }],
    },
    sections: NO_SECTIONS,
    genres: ['Action'],
    platforms: ['PC'],
    share: 'https://shop.example/game/share.jpg',
    isOut: false,
    releaseAt: RELEASE,
    now: new Date('2025-10-16T20:58:53Z'),
    editions: [
      { id: 'standard', priceCents: cents(6399), ...edition },
      { id: 'supporter', priceCents: cents(11999), ...edition, isBestValue: true },
    ],
    benefits: ['B1', 'B2', 'B3', 'B4', 'B5'],
    counts: { standard: 12480, supporter: null },
    hasMovingCounters: true,
    ...changes,
  }
}

/** What a reader sees: no markup, no scripts, no styles, no names of languages. */
function wordsOf(html: string): string {
  return html
    .replace(/<(script|style|select)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]+>/g, '\n')
}

test('the landing page carries the prices, the counts and the order buttons before any script runs', () => {
  const words = wordsOf(renderLanding(landingFacts('en')))
  expect(words).toContain('$63.99')
  expect(words).toContain('$119.99')
  expect(words).toContain('12,480 people have purchased')
  expect(words.match(/people have purchased/g)).toHaveLength(1)
  expect(words).toContain('Min: 1, Max: 100')
  expect(words).toContain('Best Value')
})

test('the countdown is right before any script runs, and stands at zero after the release', () => {
  const digits = (html: string) => [...html.matchAll(/<b>([^<]*)<\/b>/g)].map((match) => match[1])
  expect(digits(renderLanding(landingFacts('en')))).toEqual(['02', '03', '01', '06'])
  expect(digits(renderLanding(landingFacts('ar')))).toEqual(['٠٢', '٠٣', '٠١', '٠٦'])
  expect(digits(renderLanding(landingFacts('en', { now: new Date('2026-01-01T00:00:00Z') })))).toEqual([
    '00',
    '00',
    '00',
    '00',
  ])
})

test('nothing in the facts can end the script element they are written into', () => {
  const html = renderLanding(landingFacts('en'))
  const json = /<script type="application\/json" id="island-props">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
  const props = JSON.parse(json) as { editions: { features: string[] }[] }
  expect(props.editions[0]?.features).toEqual(['F</script><b>'])
})

test('order buttons work without script: they send edition and quantity to the order page', () => {
  const html = renderLanding(landingFacts('en'))
  expect(html).toMatch(/<form[^>]*action="\/order"[^>]*method="get"/)
  expect(html).toMatch(/<button type="submit"[^>]*value="supporter"[^>]*name="edition"/)
  expect(html).toMatch(/<input[^>]*name="quantity"[^>]*value="1"/)
})

test('a demo says on every page that it is one, a shop does not', () => {
  const badge = DICTIONARIES.en?.site.demoBadge ?? ''
  expect(renderNotFound(pageFacts('en'))).toContain(badge)
  expect(renderNotFound({ ...pageFacts('en'), profile: 'production' })).not.toContain(badge)
})

test('addresses of the languages are absolute and come from the public URL alone', () => {
  expect(renderLanding(landingFacts('ar'))).toContain(
    '<link rel="canonical" href="https://shop.example/?lang=ar"/>',
  )
  expect(renderLanding(landingFacts('ar', { publicUrl: null }))).not.toContain('rel="canonical"')
})

describe.each(AVAILABLE_LANGUAGES)('pages in %s', (language) => {
  const pages = {
    landing: renderLanding(landingFacts(language)),
    notFound: renderNotFound(pageFacts(language)),
    shell: renderShell({ ...pageFacts(language), script: 'wallet', pageTitle: 'T', props: {} }),
  }

  test('name their language and direction at the first byte', () => {
    const direction = language === 'ar' || language === 'he' ? 'rtl' : 'ltr'
    for (const html of Object.values(pages)) {
      expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}" dir="${direction}"`))
    }
  })

  test('have no style attribute and no inline handler, which the policy would refuse', () => {
    for (const html of Object.values(pages)) expect(html).not.toMatch(/\s(style|on\w+)="/)
  })

  test('say nothing in another language', () => {
    for (const other of AVAILABLE_LANGUAGES.filter((code) => code !== language)) {
      const own = new Set(textsOf(DICTIONARIES[language]))
      const foreign = textsOf(DICTIONARIES[other]).filter((text) => !own.has(text) && text.length > 3)
      for (const html of Object.values(pages)) {
        const lines = new Set(
          wordsOf(html)
            .split('\n')
            .map((line) => line.trim()),
        )
        expect(foreign.filter((text) => lines.has(text))).toEqual([])
      }
    }
  })
})

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsOf)
}
