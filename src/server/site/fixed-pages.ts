import type { LegalDocumentName } from '#shared/game-legal.ts'
import type { Language } from '#shared/languages.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import type { RenderBundle } from '#shared/render-bundle.ts'
import { htmlContent, type MemoryContent } from './content.ts'
import { pictureFacts } from './game-sections.ts'
import { isOutAt } from './landing-facts.ts'
import { legalPageFacts } from './legal-page-facts.ts'
import type { SiteAssets } from './load-assets.ts'
import type { PageName } from './page-css.ts'
import { adminFactsFor, pageFactsFor, shellFor } from './page-facts-for.ts'
import type { CurrentDeps, SiteDeps } from './site-deps.ts'
import { typefacesOf } from './theme-fonts.ts'

/** A page that is the same for every reader, and does not depend on counters and stock. */
export type FixedPageName = Exclude<PageName, 'landing' | 'order' | 'embed' | 'plain' | 'docs'>

export interface FixedPages {
  page(name: FixedPageName, language: Language): MemoryContent
  /** Drops the pages if the year, the game on sale, or whether it is out, has changed. */
  refresh(): void
}

/** Creates the fixed pages. Each is rendered on its first request and kept. */
export function createFixedPages(current: CurrentDeps, assets: SiteAssets, bundle: RenderBundle): FixedPages {
  let deps = current()
  let render = fixedPageRenderers(deps, assets, bundle)
  const pages = new Map<string, MemoryContent>()
  let now = deps.clock()
  return {
    page(name, language) {
      const key = name === 'admin' ? name : `${name} ${language}`
      const content = pages.get(key) ?? htmlContent(render[name](language, now))
      pages.set(key, content)
      return content
    },
    refresh() {
      const [before, was] = [now, deps]
      deps = current()
      now = deps.clock()
      if (deps !== was) render = fixedPageRenderers(deps, assets, bundle)
      const isSame =
        deps === was &&
        now.getUTCFullYear() === before.getUTCFullYear() &&
        isOutAt(deps.game, now) === isOutAt(deps.game, before)
      if (!isSame) pages.clear()
    },
  }
}

type RenderFixedPage = (language: Language, now: Date) => string

function fixedPageRenderers(
  deps: SiteDeps,
  assets: SiteAssets,
  bundle: RenderBundle,
): Record<FixedPageName, RenderFixedPage> {
  const withFacts =
    (name: PageName, render: (facts: PageFacts) => string): RenderFixedPage =>
    (language, now) =>
      render(pageFactsFor(deps, assets, name, language, now))
  const typefaces = deps.game.theme === null ? [] : typefacesOf(deps.game.theme.fonts)
  const legal = (name: LegalDocumentName) =>
    withFacts(name, (facts) => bundle.renderLegal(legalPageFacts(deps, facts, name)))
  const shell = (name: 'wallet' | 'mail') =>
    withFacts(name, (facts) =>
      bundle.renderShell({ ...facts, ...shellFor(deps, bundle, name, facts.language) }),
    )
  const fog = pictureFacts(deps.game.sectionPictures.notFound ?? deps.game.hero, '', assets.game)
  return {
    notFound: withFacts('notFound', (facts) => bundle.renderNotFound(facts, fog)),
    credits: withFacts('credits', (facts) =>
      bundle.renderCredits({ ...facts, credits: deps.credits, typefaces }),
    ),
    imprint: legal('imprint'),
    privacy: legal('privacy'),
    terms: legal('terms'),
    accessibility: legal('accessibility'),
    signIn: withFacts('signIn', (facts) => bundle.renderSignIn(facts)),
    admin: () => bundle.renderAdmin(adminFactsFor(deps, assets)),
    wallet: shell('wallet'),
    mail: shell('mail'),
  }
}
