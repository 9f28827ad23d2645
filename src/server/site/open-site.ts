import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Log } from '#server/runtime/log.ts'
import { legalDocumentsOf, type LegalDocumentName } from '#shared/game-legal.ts'
import type { Currency } from '#shared/currency.ts'
import type { InvoiceFacts } from '#shared/invoice-facts.ts'
import { defaultLanguage, type Language } from '#shared/languages.ts'
import { offeredCurrencies } from '#shared/offered-prices.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import type { RenderBundle } from '#shared/render-bundle.ts'
import { compressEarly } from './compress-on-demand.ts'
import { contentPolicy } from './content-policy.ts'
import type { Content, MemoryContent } from './content.ts'
import { embedShellFor, type EmbedWish } from './embed-shell.ts'
import { createFixedPages, type FixedPageName } from './fixed-pages.ts'
import { isOutAt } from './landing-facts.ts'
import { integrityOf, type Integrity } from './integrity.ts'
import { createLandingPages, renderLandingOnce } from './landing-pages.ts'
import { loadAssets, type SiteAssets } from './load-assets.ts'
import { machineFiles } from './machine-files.ts'
import { mayChat } from './may-chat.ts'
import type { PageName } from './page-css.ts'
import { pageFactsFor, shellFor, type Shell } from './page-facts-for.ts'
import { currentDeps, type CurrentDeps, type SiteDeps } from './site-deps.ts'

const REFRESH_MS = 60_000
/** Compressing takes 100 ms of a core, which a start needs for other things. */
const COMPRESS_AFTER_MS = 3_000

/** Renders a page from the facts of every page and, for a page with a script, the shell of that script. */
export type RenderForRequest = (
  bundle: RenderBundle,
  facts: PageFacts,
  shell: (name: 'order') => Shell,
) => string

/** A page that is the same for every reader. */
export type SharedPageName = 'landing' | FixedPageName

/** The site. Pages that are the same for every reader are rendered and compressed once, others for each request. */
export interface Site {
  readonly assets: ReadonlyMap<string, Content>
  /** Files that machines request by a fixed name, such as `/robots.txt`. */
  readonly machineFiles: ReadonlyMap<string, MemoryContent>
  readonly profile: 'demo' | 'production'
  /** The origins whose pages may show the checkout in a frame. */
  readonly embedOrigins: readonly string[]
  /** The checkout in a frame, as the game is sold now; null for an edition that is not on sale. */
  embedShell(language: Language, wanted: EmbedWish): Shell | null
  readonly legalDocuments: readonly LegalDocumentName[]
  /** What readers may choose from, the default language first. */
  readonly languages: readonly Language[]
  /** What this shop serves of its release. */
  integrity(): Integrity
  /** In which there are prices, the shop's own first. */
  readonly currencies: readonly [Currency, ...Currency[]]
  /** Whether the public URL is https. */
  readonly isSecure: boolean
  /** @param currency of the prices on it; the shop's by default. */
  page(name: SharedPageName, language: Language, currency?: Currency): MemoryContent
  policy(name: PageName, language: Language): string
  /** Renders a page for one request; it must not be shown to anyone else. */
  renderForRequest(name: PageName, language: Language, render: RenderForRequest): string
  /** Renders an invoice as text, without its digest line. */
  invoiceText(facts: InvoiceFacts, language: Language): string
  /** Renders the landing page of another game than the one on sale. It must not be shown to buyers. */
  preview(sold: Pick<SiteDeps, 'game' | 'texts'>, language: Language): Promise<string>
  /** Renders the pages again whose facts have changed. Runs by itself every minute. */
  refresh(): Promise<void>
  close(): void
}

/**
 * Loads the site, renders its first page, and updates its pages until it is closed.
 *
 * @param onSale the game as it is sold now, the same object until it changes.
 */
export async function openSite(
  deps: SiteDeps,
  onSale: () => Pick<SiteDeps, 'game' | 'texts'> = () => deps,
): Promise<Site> {
  const current = currentDeps(deps, onSale)
  const assets = loadAssets(deps.distFolder, deps.gameFolder, deps)
  const bundleFile = pathToFileURL(join(deps.distFolder, 'render', 'render.js')).href
  const bundle = (await import(bundleFile)) as RenderBundle
  const landing = createLandingPages(current, assets, bundle)
  const fixed = createFixedPages(current, assets, bundle)
  const refresh = () => {
    // named by pages that another process has sent, too
    for (const language of deps.game.languages) assets.redeem(current(), language)
    fixed.refresh()
    return landing.refresh()
  }
  await refresh()
  // a site that cannot be rendered must not start; rendering one language is sufficient as a test
  const { languages, currency: shopCurrency } = deps.game
  const { brotli } = landing.page(defaultLanguage(languages), shopCurrency)
  const compressing = setTimeout(compressEarly, COMPRESS_AFTER_MS, brotli, deps.log)
  const timer = keepFresh(refresh, deps.log)
  const factsOf = cachedFacts(current, assets)
  return {
    assets: assets.files,
    machineFiles: machineFiles(deps, assets.game),
    profile: deps.profile,
    embedOrigins: deps.embedOrigins,
    embedShell: (language, wanted) => embedShellFor(current(), language, wanted),
    legalDocuments: legalDocumentsOf(deps.legal),
    languages,
    integrity: () => integrityOf(bytesByPath(assets.files), insideOf(assets.loaderOf('landing')) ?? ''),
    currencies: offeredCurrencies(shopCurrency, deps.game.editions),
    isSecure: deps.publicUrl?.startsWith('https:') === true,
    page: (name, language, currency = shopCurrency) =>
      name === 'landing' ? landing.page(language, currency) : fixed.page(name, language),
    policy: cachedPolicies(assets, deps),
    renderForRequest(name, language, render) {
      const shell = (script: 'order') => shellFor(current(), bundle, script, language)
      return render(bundle, factsOf(name, language), shell)
    },
    invoiceText: (facts, language) => bundle.invoiceText(facts, language),
    preview: (sold, language) =>
      renderLandingOnce({ ...deps, game: sold.game, texts: sold.texts }, assets, bundle, language),
    refresh,
    close() {
      clearTimeout(compressing)
      clearInterval(timer)
      assets.close()
    },
  }
}

/** Caches the facts of pages, since collecting them reads files. */
function cachedFacts(
  current: CurrentDeps,
  assets: SiteAssets,
): (page: PageName, language: Language) => PageFacts {
  const cache = new Map<string, PageFacts>()
  let shown = current()
  return (page, language) => {
    const deps = current()
    if (deps !== shown) cache.clear()
    shown = deps
    const now = deps.clock()
    const key = [page, language, isOutAt(deps.game, now), now.getUTCFullYear()].join(' ')
    const facts = cache.get(key) ?? pageFactsFor(deps, assets, page, language, now)
    cache.set(key, facts)
    return facts
  }
}

function bytesByPath(files: ReadonlyMap<string, Content>): readonly (readonly [string, Buffer])[] {
  return [...files].flatMap(([path, content]) => ('file' in content ? [] : [[path, content.plain] as const]))
}

type PolicySettings = Pick<SiteDeps, 'chatSrc' | 'embedOrigins'>

function cachedPolicies(
  assets: SiteAssets,
  allowed: PolicySettings,
): (name: PageName, language: Language) => string {
  const cache = new Map<string, string>()
  return (name, language) => {
    const key = `${name} ${language}`
    const policy = cache.get(key) ?? policyOf(assets, allowed, name, language)
    cache.set(key, policy)
    return policy
  }
}

function policyOf(
  assets: SiteAssets,
  { chatSrc, embedOrigins }: PolicySettings,
  name: PageName,
  language: Language,
): string {
  const allowed = {
    loader: insideOf(assets.loaderOf(name)),
    css: assets.stylesOf(name, language).inside,
    chatSrc: mayChat(name) ? chatSrc : null,
    framesItself: name === 'mail' || name === 'admin',
    framedBy: name === 'embed' ? embedOrigins : [],
    playsTrailer: name === 'landing' && assets.trailer !== null,
  }
  return contentPolicy(allowed)
}

function insideOf(loader: PageFacts['loader']): string | null {
  return 'inside' in loader ? loader.inside : null
}

/** Refreshes the pages every minute; if that fails, the old ones stay. */
function keepFresh(refresh: () => Promise<void>, log: Log): NodeJS.Timeout {
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => {
      log.warn({ error }, 'the pages could not be rendered again; the old ones stay')
    })
  }, REFRESH_MS)
  return timer.unref()
}
