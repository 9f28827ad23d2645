import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import type { BitcoinNetwork } from '#shared/address-form.ts'
import type { EditionStock, PurchaseCounter } from '#shared/api.ts'
import type { Game } from '#shared/game.ts'
import type { GameCredits } from '#shared/game-credits.ts'
import { LEGAL_DOCUMENTS, type AllLegalTexts } from '#shared/game-legal.ts'
import type { GameTexts } from '#shared/game-texts.ts'
import type { InvoiceFacts } from '#shared/invoice-facts.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'
import type { AdminFacts, PageFacts, RenderBundle, ShellFacts } from '#shared/page-facts.ts'
import { contentPolicy } from './content-policy.ts'
import { htmlContent, type Content } from './content.ts'
import { isOutNow, landingFacts } from './landing-facts.ts'
import { legalPageFacts } from './legal-page-facts.ts'
import { loadAssets, type Assets } from './load-assets.ts'
import { machineFiles } from './machine-files.ts'
import { mayChat } from './may-chat.ts'
import type { PageName } from './page-css.ts'
import { shownCounts } from './shown-counts.ts'

const REFRESH_MS = 60_000

const LATIN_FONTS = ['cinzel-decorative-900', 'cinzel-600']
/** The display faces of a language's first screen, fetched with the page so that no line moves when they come. */
const FIRST_FONTS: Readonly<Record<Language, readonly string[]>> = {
  en: LATIN_FONTS,
  ru: [...LATIN_FONTS, 'cormorant-sc-700'],
  zh: LATIN_FONTS,
  ar: [...LATIN_FONTS, 'el-messiri-600'],
  fr: [...LATIN_FONTS, 'cinzel-accents-600'],
  de: [...LATIN_FONTS, 'cinzel-accents-600'],
  he: [...LATIN_FONTS, 'frank-ruhl-libre-600'],
}

/** What the site is made from. */
export interface SiteDeps {
  /** The purchase counters, as GET /data/purchase-counters tells them. */
  readonly readCounters: () => Promise<readonly PurchaseCounter[]>
  /** What may still be sold, as GET /data/editions tells it. */
  readonly readEditions: () => Promise<readonly EditionStock[]>
  readonly clock: Clock
  readonly log: Log
  readonly game: Game
  readonly texts: Readonly<Record<Language, GameTexts>>
  readonly credits: GameCredits
  readonly legal: AllLegalTexts
  readonly gameFolder: string
  /** Where `npm run build` wrote. */
  readonly distFolder: string
  readonly profile: 'demo' | 'production'
  readonly publicUrl: string | null
  readonly counters: 'true' | 'moving'
  readonly bitcoinNetwork: BitcoinNetwork
  /** How long a payment waits at its quote, in seconds. */
  readonly windowS: number
  /** The live chat's script; null where none is set. */
  readonly chatSrc: string | null
}

/** Makes a page of what every page has, and of what its script begins with, if it has one. */
export type RenderMade = (bundle: RenderBundle, facts: PageFacts, shell: (name: 'order') => Shell) => string

/** The site in memory: every page in every language, filled in and compressed; rendered when asked for is only what one reader may see. */
export interface Site {
  readonly assets: ReadonlyMap<string, Content>
  /** What machines ask for by a fixed name, such as `/robots.txt`. */
  readonly machineFiles: ReadonlyMap<string, Content>
  readonly availableLanguages: readonly Language[]
  readonly profile: 'demo' | 'production'
  page(name: PageName, language: Language): Content
  policy(name: PageName, language: Language): string
  /** Makes a page for one request; nobody else may see it. */
  make(name: PageName, language: Language, render: RenderMade): string
  /** An invoice as text, without the line that proves it. */
  invoiceText(facts: InvoiceFacts, language: Language): string
  /** Makes the pages anew where what they say has changed. Runs by itself every minute. */
  refresh(): Promise<void>
  close(): void
}

/** Renders the site and keeps it fresh until it is closed. */
export async function openSite(shop: SiteDeps): Promise<Site> {
  const assets = loadAssets(shop.distFolder, shop.gameFolder, shop.game)
  const bundleFile = pathToFileURL(join(shop.distFolder, 'render', 'render.js')).href
  const bundle = (await import(bundleFile)) as RenderBundle
  const pages = new Map<string, Content>()
  const refresh = pageMaker(shop, assets, bundle, pages)
  await refresh()
  const timer = keepFresh(refresh, shop.log)
  const policies = new Map<string, string>()
  const factsOf = keptFacts(shop, assets)
  return {
    assets: assets.files,
    machineFiles: machineFiles(shop, assets.game, bundle.availableLanguages),
    availableLanguages: bundle.availableLanguages,
    profile: shop.profile,
    page(name, language) {
      const content = pages.get(`${name} ${language}`)
      if (content === undefined)
        throw new RangeError(`expected a page made at start, got ${name} in ${language}`)
      return content
    },
    policy(name, language) {
      const key = `${name} ${language}`
      const policy = policies.get(key) ?? policyOf(assets, shop.chatSrc, name, language)
      policies.set(key, policy)
      return policy
    },
    make(name, language, render) {
      const shell = (script: 'order') => shellOf(shop, bundle, script, language)
      return render(bundle, factsOf(name, language), shell)
    },
    invoiceText: (facts, language) => bundle.invoiceText(facts, language),
    refresh,
    close() {
      clearInterval(timer)
    },
  }
}

/** What a page is made from, kept while it stays true: gathering it reads files. */
function keptFacts(shop: SiteDeps, assets: Assets): (page: PageName, language: Language) => PageFacts {
  const kept = new Map<string, PageFacts>()
  return (page, language) => {
    const now = shop.clock()
    const key = [page, language, isOutNow(shop.game, now), now.getUTCFullYear()].join(' ')
    const facts = kept.get(key) ?? pageFacts(shop, assets, page, language)
    kept.set(key, facts)
    return facts
  }
}

function policyOf(assets: Assets, chatSrc: string | null, name: PageName, language: Language): string {
  const allowed = {
    loader: assets.loader,
    css: assets.css(name, language),
    chatSrc: mayChat(name) ? chatSrc : null,
    framesItself: name === 'mail',
  }
  return contentPolicy(allowed)
}

/** Makes the pages in every language, where what they say has changed since the last time; one look at a time. */
function pageMaker(
  shop: SiteDeps,
  assets: Assets,
  bundle: RenderBundle,
  pages: Map<string, Content>,
): () => Promise<void> {
  let made = ''
  let wasOut: boolean | null = null
  let work: Promise<void> = Promise.resolve()
  const make = async () => {
    const [counters, editions] = await Promise.all([shop.readCounters(), shop.readEditions()])
    const soldOut = new Set(editions.filter(({ sold_out }) => sold_out).map(({ id }) => id))
    const facts = landingFacts(shop, shownCounts(counters), soldOut, shop.clock())
    if (facts.stamp === made) return
    for (const language of bundle.availableLanguages) {
      const html = bundle.renderLanding({
        ...pageFacts(shop, assets, 'landing', language),
        ...facts.of(language, assets.game),
      })
      pages.set(`landing ${language}`, await htmlContent(html))
    }
    const isOut = isOutNow(shop.game, shop.clock())
    if (isOut !== wasOut) await makeFixed(shop, assets, bundle, pages)
    wasOut = isOut
    made = facts.stamp
  }
  return () => {
    const next = work.then(make)
    // whoever asked for a look hears that it failed; the next one does not
    work = next.catch(() => undefined)
    return next
  }
}

/** Makes the pages anew every minute; what goes wrong leaves the last ones standing. */
function keepFresh(refresh: () => Promise<void>, log: Log): NodeJS.Timeout {
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => {
      log.warn({ error }, 'the pages could not be made anew; the last ones stay')
    })
  }, REFRESH_MS)
  return timer.unref()
}

/** The pages that say nothing that changes but whether the game is out. */
async function makeFixed(
  shop: SiteDeps,
  assets: Assets,
  bundle: RenderBundle,
  pages: Map<string, Content>,
): Promise<void> {
  const admin = await htmlContent(bundle.renderAdmin(adminFacts(shop, assets)))
  for (const language of bundle.availableLanguages) {
    const factsOf = (page: PageName) => pageFacts(shop, assets, page, language)
    pages.set(`notFound ${language}`, await htmlContent(bundle.renderNotFound(factsOf('notFound'))))
    const credits = bundle.renderCredits({ ...factsOf('credits'), credits: shop.credits })
    pages.set(`credits ${language}`, await htmlContent(credits))
    for (const name of LEGAL_DOCUMENTS) {
      const legal = bundle.renderLegal(legalPageFacts(shop, factsOf(name), name))
      pages.set(`${name} ${language}`, await htmlContent(legal))
    }
    pages.set(`signIn ${language}`, await htmlContent(bundle.renderSignIn(factsOf('signIn'))))
    pages.set(`admin ${language}`, admin)
    for (const name of ['wallet', 'mail'] as const) {
      if (assets.scripts[name] === undefined) continue
      const html = bundle.renderShell({ ...factsOf(name), ...shellOf(shop, bundle, name, language) })
      pages.set(`${name} ${language}`, await htmlContent(html))
    }
  }
}

type Shell = Pick<ShellFacts, 'script' | 'pageTitle' | 'props'>

/** What a page's script begins with. */
function shellOf(
  shop: SiteDeps,
  bundle: RenderBundle,
  name: 'wallet' | 'mail' | 'order',
  language: Language,
): Shell {
  const { standard, supporter } = shop.texts[language].editions
  const props = {
    language,
    gameTitle: shop.game.title,
    supportEmail: shop.game.supportEmail,
    bitcoinNetwork: shop.bitcoinNetwork,
    editionNames: { standard: standard.name, supporter: supporter.name },
  }
  return { script: name, pageTitle: bundle.pageTitles(language)[name], props }
}

function adminFacts({ game, texts }: SiteDeps, assets: Assets): AdminFacts {
  const names = LANGUAGES.map((language) => {
    const { standard, supporter } = texts[language].editions
    return [language, { standard: standard.name, supporter: supporter.name }] as const
  })
  return {
    title: game.title,
    icon: assets.icon,
    scripts: assets.scripts['admin'] ?? [],
    styles: assets.styles['admin'] ?? [],
    editionNames: Object.fromEntries(names) as AdminFacts['editionNames'],
  }
}

function pageFacts(shop: SiteDeps, assets: Assets, page: PageName, language: Language): PageFacts {
  const { game } = assets
  return {
    language,
    profile: shop.profile,
    title: shop.game.title,
    isFictional: shop.game.isFictional,
    socials: shop.game.socials,
    socialIcons: game.spriteWith('icons.svg', ['social-twitter', 'social-discord', 'social-steam']),
    flags: game.spriteWith(
      'flags.svg',
      LANGUAGES.map((code) => `flag-${code}`),
    ),
    hasFeatures: shop.game.features.length > 0,
    hasGallery: shop.game.gallery.length > 0,
    isOut: isOutNow(shop.game, shop.clock()),
    supportEmail: shop.game.supportEmail,
    chatSrc: mayChat(page) ? shop.chatSrc : null,
    publicUrl: shop.publicUrl,
    bitcoinNetwork: shop.bitcoinNetwork,
    year: shop.clock().getUTCFullYear(),
    css: assets.css(page, language),
    loader: assets.loader,
    scripts: assets.scripts,
    styles: assets.styles,
    ahead: assets.ahead(language),
    icon: assets.icon,
    icons: { small: game.optional('icon-32.png'), touch: game.optional('icon-180.png') },
    fonts: FIRST_FONTS[language].flatMap((name) => assets.fonts[name] ?? []),
  }
}
