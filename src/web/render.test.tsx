import { USD } from '#shared/currency.ts'
import { networksAll } from '#shared/address-form.ts'
import { describe, expect, test } from 'vitest'
import { LEGAL_DOCUMENTS } from '#shared/game-legal.ts'
import { cents } from '#shared/money.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'
import type { LandingFacts, PageFacts } from '#shared/page-facts.ts'
import type { CreditsFacts } from '#shared/render-bundle.ts'
import { formatCount, formatMegabytes } from '#texts/format.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import {
  renderCredits,
  renderLanding,
  renderNotFound,
  renderSetup,
  renderShell,
  renderStatus,
} from './render.tsx'

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
  facts: [],
  questions: null,
  pictures: {},
}

const CREDITS: CreditsFacts['credits'] = {
  hasShopRenders: true,
  icons: [{ id: 'a', name: 'crossed-swords', author: 'Lorc' }],
  pictures: [],
  others: [{ name: 'Marks', author: 'Someone', licence: 'MIT' }],
}

function pageFacts(language: Language): PageFacts {
  return {
    language,
    currency: USD,
    currencies: [USD],
    languages: LANGUAGES,
    themeColor: '#070a16',
    profile: 'demo',
    title: 'Ashen Dominion',
    isFictional: true,
    socials: { twitter: '#', discord: '#', steam: '#' },
    socialIcons: '/game/icons.svg',
    flags: '/game/flags.svg',
    hasFeatures: true,
    hasGallery: true,
    legalDocuments: LEGAL_DOCUMENTS,
    isOut: false,
    supportEmail: 'support@shop.example',
    chatSrc: null,
    publicUrl: 'https://shop.example',
    outputNetworks: networksAll('mainnet'),

    coins: null,
    year: 2025,
    sheets: ['/game/common.abcde.css'],
    css: 'body{margin:0}',
    loader: { inside: 'void 0' },
    scripts: { island: ['/assets/island.js', '/assets/react.js'] },
    styles: {},
    orderForm: [],
    lateStyles: [],
    redeem: null,
    icon: '/game/icon.svg',
    icons: { small: '/game/icon-32.png', touch: null },
    fonts: [],
  }
}

function pricedAt(amount: number) {
  const priceCents = cents(amount)
  return { priceCents, offers: [{ currency: USD, priceCents }] }
}

function landingFacts(language: Language, changes: Partial<LandingFacts> = {}): LandingFacts {
  const edition = {
    name: 'N',
    pitch: 'P',
    features: ['F</script><b>'],
    isBestValue: false,
    isSoldOut: false,
    picture: null,
  }
  return {
    ...pageFacts(language),
    description: 'D',
    subtitle: 'S',
    trailer: null,
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
    hasReserve: false,
    releaseAt: RELEASE,
    afterLaunch: null,
    now: new Date('2025-10-16T20:58:53Z'),
    editions: [
      { id: 'standard', ...pricedAt(6399), ...edition },
      { id: 'supporter', ...pricedAt(11999), ...edition, isBestValue: true },
    ],
    benefitsTitle: null,
    benefits: ['B1', 'B2', 'B3', 'B4', 'B5'],
    counts: { standard: 12480, supporter: null },
    hasMovingCounters: true,
    ...changes,
  }
}

/** The visible text: without markup, scripts, styles and language names. */
function visibleText(html: string): string {
  return html
    .replace(/<(script|style|select)\b[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]+>/g, '\n')
}

test('the landing page contains prices, counts and order buttons before any script runs', () => {
  const words = visibleText(renderLanding(landingFacts('en')))
  expect(words).toContain('$63.99')
  expect(words).toContain('$119.99')
  expect(words).toContain('12,480 people have purchased')
  expect(words.match(/people have purchased/g)).toHaveLength(1)
  expect(words).toContain('Min: 1, Max: 100')
  expect(words).toContain('Best Value')
})

test('the loader that records early taps precedes everything that can be tapped', () => {
  const html = renderLanding(landingFacts('en'))
  const loader = html.indexOf('<script>void 0</script>')
  expect(loader).toBeGreaterThan(0)
  expect(loader).toBeLessThan(html.indexOf('<main'))
})

test('the countdown is correct before any script runs, and zero after the release', () => {
  const digits = (html: string) => [...html.matchAll(/<b>([^<]*)<\/b>/g)].map((match) => match[1])
  expect(digits(renderLanding(landingFacts('en')))).toEqual(['02', '03', '01', '06'])
  expect(digits(renderLanding(landingFacts('ar')))).toEqual(['02', '03', '01', '06'])
  expect(digits(renderLanding(landingFacts('en', { now: new Date('2026-01-01T00:00:00Z') })))).toEqual([
    '00',
    '00',
    '00',
    '00',
  ])
})

test('after the release a line stands in place of "launching in", unless the game folder has texts for it', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  const over = renderLanding(landingFacts('en', { now }))
  expect(over).toContain('<div class="launch over"><p class="launch-over">Pre-orders are open</p>')
  expect(over).toContain('Launching in')
  expect(renderLanding(landingFacts('en'))).toContain('<div class="launch"><p class="launch-over">')
  expect(renderLanding(landingFacts('en', { now, afterLaunch: 'out-now', isOut: true }))).not.toContain(
    'class="launch',
  )
})

test('an edition has its picture at the top of its card, in the HTML and for the island, and none without one', () => {
  const [first, second] = landingFacts('en').editions
  const files = [{ widthPx: 480, avif: '/box.avif', webp: '/box.webp' }]
  const picture = { name: 'box', alt: 'A box', widthPx: 960, heightPx: 720, files }
  const editions = [first, second].flatMap((edition) => edition ?? [])
  const html = renderLanding(
    landingFacts('en', { editions: editions.map((one, at) => (at === 0 ? { ...one, picture } : one)) }),
  )
  expect(html.match(/<div class="edition-picture"><picture class="picture picture-box">/g)).toHaveLength(1)
  const { editions: offers } = JSON.parse(/id="island-props">([^<]*)</.exec(html)?.[1] ?? '') as {
    editions: readonly { readonly picture: string }[]
  }
  expect(offers.map((offer) => offer.picture)).toEqual([expect.stringContaining('alt="A box"'), ''])
})

test('the closing section shows its own picture, and the first one where the game has none', () => {
  const closing = (facts: LandingFacts) =>
    /coming-soon-title">[\s\S]*?<picture class="picture ([\w-]+)/.exec(renderLanding(facts))?.[1]
  expect(closing(landingFacts('en'))).toBe('picture-hero')
  const picture = { ...landingFacts('en').hero, name: 'dawn' }
  const sections = { ...NO_SECTIONS, pictures: { comingSoon: picture } }
  expect(closing(landingFacts('en', { sections }))).toBe('picture-dawn')
})

test('a title with a long word is set smaller', () => {
  expect(renderLanding(landingFacts('en'))).toContain('<h1 class="title" ')
  expect(renderLanding(landingFacts('en', { title: 'The Understandables' }))).toContain(
    '<h1 class="title title-long" ',
  )
})

test('no value in the props can close their script element', () => {
  const html = renderLanding(landingFacts('en'))
  const json = /<script type="application\/json" id="island-props">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
  const props = JSON.parse(json) as { editions: { features: string[] }[] }
  expect(props.editions[0]?.features).toEqual(['F</script><b>'])
})

test('order buttons work without a script: they send edition and quantity to the order page', () => {
  const html = renderLanding(landingFacts('en'))
  expect(html).toMatch(/<form[^>]*action="\/order"[^>]*method="get"/)
  expect(html).toMatch(/<button type="submit"[^>]*value="supporter"[^>]*name="edition"/)
  expect(html).toMatch(/<input[^>]*name="quantity"[^>]*value="1"/)
})

test("every page of a demo is labelled as such, a shop's pages are not", () => {
  const badge = siteTextsOf('en').site.demoBadge
  expect(renderNotFound(pageFacts('en'), landingFacts('en').hero)).toContain(badge)
  expect(
    renderNotFound({ ...pageFacts('en'), profile: 'production' }, landingFacts('en').hero),
  ).not.toContain(badge)
})

test('the URLs of the languages are absolute and come only from the public URL', () => {
  expect(renderLanding(landingFacts('ar'))).toContain(
    '<link rel="canonical" href="https://shop.example/?lang=ar"/>',
  )
  expect(renderLanding(landingFacts('ar', { publicUrl: null }))).not.toContain('rel="canonical"')
})

test('the header has all links and seven languages, and hides the back office without its marker', () => {
  const html = renderLanding(landingFacts('de'))
  const header = /<header[\s\S]*?<\/header>/.exec(html)?.[0] ?? ''
  for (const href of ['/', '#features', '#gallery', '#pre-order']) expect(header).toContain(`href="${href}"`)
  expect(header.match(/<option /g)).toHaveLength(7)
  expect(header).toMatch(/<option[^>]*value="de"[^>]*selected=""|<option[^>]*selected=""[^>]*value="de"/)
  expect(header).toMatch(/<a href="\/admin" lang="ar" dir="rtl" hidden=""[^>]*>الإدارة<\/a>/)
  const elsewhere = renderNotFound(pageFacts('de'), landingFacts('en').hero)
  for (const href of ['/#features', '/#gallery', '/#pre-order']) expect(elsewhere).toContain(`href="${href}"`)
})

test('six languages are listed on the page and the current one is marked; in Hebrew none is', () => {
  const french = renderLanding(landingFacts('fr'))
  const places = [...french.matchAll(/<a [^>]*data-language="(\w+)"([^>]*)>/g)]
  expect(places.map(([, code]) => code)).toEqual(['en', 'ru', 'zh', 'ar', 'fr', 'de'])
  expect(places.filter(([, , rest]) => rest?.includes('aria-current')).map(([, code]) => code)).toEqual([
    'fr',
  ])
  expect(visibleText(french)).toContain('Langue actuelle')
  expect(renderLanding(landingFacts('he'))).not.toMatch(/data-language="\w+" aria-current/)
})

test('the footer only says that the game is fictional if it is', () => {
  expect(visibleText(renderNotFound(pageFacts('en'), landingFacts('en').hero))).toContain(
    'is a fictional game',
  )
  const real = renderNotFound({ ...pageFacts('en'), isFictional: false }, landingFacts('en').hero)
  expect(visibleText(real)).not.toContain('fictional')
  for (const name of ['Twitter', 'Discord', 'Steam']) expect(real).toContain(`aria-label="${name}"`)
})

test('search engines get the game, and each edition with its actual price', () => {
  const read = (changes: Partial<LandingFacts>) => {
    const html = renderLanding(landingFacts('en', changes))
    return JSON.parse(/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '') as {
      offers: { price: string; priceCurrency: string; availability: string }[]
    }
  }
  expect(read({})).toMatchObject({
    '@type': ['VideoGame', 'Product'],
    name: 'Ashen Dominion',
    inLanguage: 'en',
    url: 'https://shop.example/?lang=en',
    image: 'https://shop.example/game/share.jpg',
    offers: [
      { price: '63.99', priceCurrency: 'USD', availability: 'https://schema.org/PreOrder' },
      { price: '119.99', priceCurrency: 'USD', availability: 'https://schema.org/PreOrder' },
    ],
  })
  expect(read({ isOut: true }).offers[0]?.availability).toBe('https://schema.org/InStock')
  expect(read({ publicUrl: null })).not.toHaveProperty('url')
})

test('once the game is out every order button says Buy Now', () => {
  const words = visibleText(renderLanding(landingFacts('en', { isOut: true })))
  expect(words).toContain('Out now')
  expect(words).not.toContain('Order Now')
  expect(words.match(/Buy Now/g)?.length).toBeGreaterThan(3)
})

test('a sold out edition cannot be ordered', () => {
  const [standard, supporter] = landingFacts('en').editions
  if (standard === undefined || supporter === undefined) throw new Error('expected two editions')
  const html = renderLanding(landingFacts('en', { editions: [standard, { ...supporter, isSoldOut: true }] }))
  expect(html).toMatch(/<button(?=[^>]* disabled="")(?=[^>]*value="supporter")[^>]*>Sold out</)
  expect(html).toMatch(/<button(?![^>]* disabled)(?=[^>]*value="standard")[^>]*>Order Now</)
})

describe.each(LANGUAGES)('pages in %s', (language) => {
  const pages = {
    landing: renderLanding(landingFacts(language)),
    notFound: renderNotFound(pageFacts(language), landingFacts('en').hero),
    credits: renderCredits({ ...pageFacts(language), credits: CREDITS, typefaces: [] }),
    shell: renderShell({ ...pageFacts(language), script: 'wallet', pageTitle: 'T', props: {} }),
  }

  test('declare their language and direction on the root element', () => {
    const direction = language === 'ar' || language === 'he' ? 'rtl' : 'ltr'
    for (const html of Object.values(pages)) {
      expect(html).toMatch(new RegExp(`^<!doctype html><html lang="${language}" dir="${direction}"`))
    }
  })

  test('have no style attribute and no inline handler, which the content security policy would block', () => {
    for (const html of Object.values(pages)) expect(html).not.toMatch(/\s(style|on\w+)="/)
  })

  test('contain no text in another language', () => {
    for (const other of LANGUAGES.filter((code) => code !== language)) {
      const own = new Set(textsOf(siteTextsOf(language)))
      const foreign = textsOf(siteTextsOf(other)).filter((text) => !own.has(text) && text.length > 3)
      for (const html of Object.values(pages)) {
        const lines = new Set(
          visibleText(html)
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

describe.each(LANGUAGES)('the status page in %s', (language) => {
  const texts = plainTextsOf(language).status
  const reasons = siteTextsOf(language).checkout.rail
  const status = {
    shop: 'selling',
    rails: [
      { network: 'bitcoin', available: true, reason: null, simulated: false },
      { network: 'erc20', available: false, reason: 'node_down', simulated: false },
    ],
    isMailDelayed: false,
    readAt: '2025-10-16T20:58:53Z',
  } as const

  test('says what is open, and why the rest is not, without a script', () => {
    const html = renderStatus(pageFacts(language), status)
    for (const text of [texts.title, texts.selling, texts.open, reasons.node_down, texts.mailOnTime])
      expect(html).toContain(text)
    expect(html).not.toContain(texts.closedLead)
    expect(html).toContain('dateTime="2025-10-16T20:58:53Z"')
    expect(html).not.toMatch(/<script[^>]+src="\/assets\/(react|island)/)
  })

  test('says that nothing is lost while orders are not taken', () => {
    const html = renderStatus(pageFacts(language), { ...status, shop: 'closed', isMailDelayed: true })
    for (const text of [texts.closed, texts.closedLead, texts.mailDelayed]) expect(html).toContain(text)
  })
})

describe.each(LANGUAGES)('the set-up page in %s', (language) => {
  const texts = plainTextsOf(language).setup

  test('asks for the token, and links a wrong one to its field', () => {
    const html = renderSetup(pageFacts(language), { named: language, step: 'token', isWrong: true })
    for (const text of [texts.title, texts.token, texts.tokenHint, texts.submit]) expect(html).toContain(text)
    expect(html).toContain('<a href="#token">')
    expect(html).toContain('aria-describedby="token-fault token-hint"')
  })

  test('has a named button for each backup, and says what to do without one', () => {
    const known = { bytes: 12_300_000, isReadable: true, orders: 31, keys: 420, release: '9.8.7' }
    const unknown = { bytes: 9, isReadable: false, orders: null, keys: null, release: null }
    const files = [
      { file: 'my-own-name', createdAt: '2026-11-21T03:00:00.000Z', ...known },
      { file: 'other.backup', createdAt: '2026-11-20T03:00:00.000Z', ...unknown },
    ]
    const html = renderSetup(pageFacts(language), { named: null, step: 'files', token: 'abc', files })
    for (const { file } of files) expect(html).toContain(file)
    expect(html).toMatch(/<button [^>]*aria-label="[^"]*(2026|٢٠٢٦)[^"]*"/)
    const facts = [
      formatCount(language, 31),
      formatCount(language, 420),
      '9.8.7',
      formatMegabytes(language, 12_300_000),
    ]
    for (const fact of facts) expect(html).toContain(fact)
    // what cannot be read has no button
    expect(html.match(/name="file"/g)).toHaveLength(1)
    expect(html).toContain('KEYHOLD_BACKUP_KEY')
    const empty = renderSetup(pageFacts(language), { named: null, step: 'files', token: 'abc', files: [] })
    expect(empty).toContain('KEYHOLD_BACKUP_DIR')
    expect(empty).toContain('npm run keyhold -- restore FILE')
  })
})
