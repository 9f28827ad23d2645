import type { Currency } from '#shared/currency.ts'
import { defaultLanguage, type Language } from '#shared/languages.ts'
import type { Counts } from '#shared/page-facts.ts'
import type { RenderBundle } from '#shared/render-bundle.ts'
import { htmlContent, type MemoryContent } from './content.ts'
import { landingFacts } from './landing-facts.ts'
import type { SiteAssets } from './load-assets.ts'
import { pageFactsFor } from './page-facts-for.ts'
import type { CurrentDeps, SiteDeps } from './site-deps.ts'
import type { PurchaseCounter } from '#shared/visitor-api.ts'

/** How long a language and currency are kept ready after a request for them. */
const IN_USE_MS = 10 * 60_000

export interface LandingPages {
  page(language: Language, currency: Currency): MemoryContent
  /** Reads the facts of the page and replaces the pages if they have changed; one call at a time. */
  refresh(): Promise<void>
}

type RenderLanding = (language: Language, currency: Currency) => MemoryContent

interface ReadyPage {
  readonly language: Language
  readonly currency: Currency
  readonly content: MemoryContent
}

/**
 * The landing page in every language and currency. It changes every minute while the countdown runs. The default ones and
 * those in use are rendered and compressed before the next request, any other when a request comes: that one waits 100 ms longer.
 */
export function createLandingPages(
  current: CurrentDeps,
  assets: SiteAssets,
  bundle: RenderBundle,
): LandingPages {
  const { clock, game } = current()
  const keyOf = (language: Language, currency: Currency) => `${language} ${currency}`
  const pages = new Map<string, ReadyPage>()
  const always = keyOf(defaultLanguage(game.languages), game.currency)
  const askedAt = new Map<string, number>([[always, Infinity]])
  const isInUse = (key: string) => clock().getTime() - (askedAt.get(key) ?? -Infinity) < IN_USE_MS
  let render: RenderLanding | null = null
  let stamp = ''
  let shown: SiteDeps | null = null
  let work: Promise<void> = Promise.resolve()

  const replace = async () => {
    const deps = current()
    const next = await readLanding(deps, assets, bundle)
    if (next.stamp === stamp && deps === shown) return
    render = next.render
    for (const key of pages.keys()) if (!isInUse(key)) pages.delete(key)
    for (const [key, { language, currency }] of pages) {
      const content = next.render(language, currency)
      await content.brotli?.()
      pages.set(key, { language, currency, content })
    }
    stamp = next.stamp
    shown = deps
  }

  return {
    page(language, currency) {
      if (render === null) throw new Error('expected refresh to be called before the first page')
      const key = keyOf(language, currency)
      if (key !== always) askedAt.set(key, clock().getTime())
      const ready = pages.get(key)
      if (ready !== undefined) return ready.content
      const content = render(language, currency)
      pages.set(key, { language, currency, content })
      return content
    },
    refresh() {
      const next = work.then(replace)
      // only this call rejects, not the next one
      work = next.catch(() => undefined)
      return next
    },
  }
}

/** The landing page of a game as it is now, which is not kept. */
export async function renderLandingOnce(
  deps: SiteDeps,
  assets: SiteAssets,
  bundle: RenderBundle,
  language: Language,
): Promise<string> {
  return (await readLanding(deps, assets, bundle)).render(language, deps.game.currency).plain.toString()
}

/** Reads the current facts of the landing page, and a stamp that changes with them. */
async function readLanding(
  deps: SiteDeps,
  assets: SiteAssets,
  bundle: RenderBundle,
): Promise<{ readonly stamp: string; readonly render: RenderLanding }> {
  const now = deps.clock()
  const [counters, editions] = await Promise.all([deps.readCounters(), deps.readEditions()])
  const soldOut = new Set(editions.filter(({ sold_out }) => sold_out).map(({ id }) => id))
  const facts = landingFacts(deps, shownCounts(counters), soldOut, now)
  const render = (language: Language, currency: Currency) => {
    const common = pageFactsFor(deps, assets, 'landing', language, now, currency)
    return htmlContent(
      bundle.renderLanding({
        ...common,
        ...facts.of(language, assets.game, currency),
        trailer: assets.trailer,
      }),
    )
  }
  return { stamp: facts.stamp, render }
}

/** The purchase counts that a page shows; a count of 0 is hidden. */
function shownCounts(counters: readonly PurchaseCounter[]): Counts {
  return Object.fromEntries(counters.map(({ id, count }) => [id, count > 0 ? count : null]))
}
