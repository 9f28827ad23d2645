import { CHAINS } from '#shared/chains.ts'
import { colorsOf, type Theme } from '#shared/game-theme.ts'
import { legalDocumentsOf } from '#shared/game-legal.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'
import { offeredCurrencies } from '#shared/offered-prices.ts'
import { coinsOf, offeredRails } from '#shared/rails.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import type { AdminFacts, RenderBundle, ShellFacts } from '#shared/render-bundle.ts'
import { firstFonts, labelFonts, lateLetterSheets } from './page-fonts.ts'
import { isOutAt } from './landing-facts.ts'
import type { SiteAssets } from './load-assets.ts'
import { mayChat } from './may-chat.ts'
import type { PageName } from './page-css.ts'
import { editionNames } from './edition-names.ts'
import type { SiteDeps } from './site-deps.ts'
import { firstThemeFonts, isReplaced } from './theme-fonts.ts'

/** The shell of a page whose script renders its content. */
export type Shell = Pick<ShellFacts, 'script' | 'pageTitle' | 'props'>

/**
 * Collects the facts that every page in a language has.
 *
 * @param now decides the year and whether the game is out.
 * @param currency of the prices on it.
 */
export function pageFactsFor(
  deps: SiteDeps,
  assets: SiteAssets,
  page: PageName,
  language: Language,
  now: Date,
  currency = deps.game.currency,
): PageFacts {
  const { game } = assets
  const { theme } = deps.game
  return {
    language,
    languages: deps.game.languages,
    profile: deps.profile,
    title: deps.game.title,
    isFictional: deps.game.isFictional,
    socials: deps.game.socials,
    socialIcons: game.spriteWith('icons.svg', ['social-twitter', 'social-discord', 'social-steam']),
    flags: game.spriteWith(
      'flags.svg',
      deps.game.languages.map((code) => `flag-${code}`),
    ),
    hasFeatures: deps.game.features.length > 0,
    hasGallery: deps.game.gallery.length > 0,
    legalDocuments: legalDocumentsOf(deps.legal),
    isOut: isOutAt(deps.game, now),
    supportEmail: deps.game.supportEmail,
    chatSrc: mayChat(page) ? deps.chatSrc : null,
    publicUrl: deps.publicUrl,
    outputNetworks: deps.outputNetworks,
    currency,
    currencies: offeredCurrencies(deps.game.currency, deps.game.editions),
    coins: namedCoins(deps.rails),
    year: now.getUTCFullYear(),
    css: assets.stylesOf(page, language).inside,
    sheets: assets.stylesOf(page, language).files,
    loader: assets.loaderOf(page),
    scripts: assets.scripts,
    styles: assets.styles,
    orderForm: assets.orderForm(language),
    lateStyles: [
      assets.placeholders,
      ...(theme?.fonts.heading === 'system' ? [] : lateLetterSheets(language)).map(
        (letters) => assets.lateLetters[letters],
      ),
    ],
    redeem: assets.redeem(deps, language),
    icon: assets.icon,
    icons: { small: game.optional('icon-32.png'), touch: game.optional('icon-180.png') },
    themeColor: colorsOf(theme).background,
    fonts: fontsFor(assets, theme, page, language),
  }
}

/** The fonts that are fetched with a page: the theme's own, and of the shop's those that it does not replace. */
function fontsFor(
  assets: SiteAssets,
  theme: Theme | null,
  page: PageName,
  language: Language,
): readonly string[] {
  const names = [...firstFonts(language), ...(page === 'landing' ? [] : labelFonts(language))]
  if (theme === null) return names.flatMap((name) => assets.fonts[name] ?? [])
  return [
    ...firstThemeFonts(theme.fonts, language).map((file) => assets.themeFont(file)),
    ...names.filter((name) => !isReplaced(name, theme.fonts)).flatMap((name) => assets.fonts[name] ?? []),
  ]
}

export function shellFor(
  deps: SiteDeps,
  bundle: RenderBundle,
  name: 'wallet' | 'mail' | 'order',
  language: Language,
): Shell {
  const props = {
    language,
    gameTitle: deps.game.title,
    supportEmail: deps.game.supportEmail,
    outputNetworks: deps.outputNetworks,
    editionNames: editionNames(deps.game, deps.texts[language]),
  }
  return { script: name, pageTitle: bundle.pageTitles(language)[name], props }
}

export function adminFactsFor(
  { game, texts, chains, outputNetworks }: SiteDeps,
  assets: SiteAssets,
): AdminFacts {
  const names = LANGUAGES.map((language) => [language, editionNames(game, texts[language])])
  const networks = CHAINS.map((chain) => {
    const { chainId, isSimulated } = chains[chain]
    return [chain, { chain, chainId, outputNetworks, isSimulated }]
  })
  return {
    title: game.title,
    currency: game.currency,
    currencies: offeredCurrencies(game.currency, game.editions),
    languages: game.languages,
    icon: assets.icon,
    scripts: assets.scripts['admin'] ?? [],
    styles: assets.styles['admin'] ?? [],
    editionNames: Object.fromEntries(names) as AdminFacts['editionNames'],
    networks: Object.fromEntries(networks) as AdminFacts['networks'],
  }
}

/** The coins of some rails; null where they are the usual ones. */
function namedCoins(rails: SiteDeps['rails']): PageFacts['coins'] {
  const coins = coinsOf(rails)
  return coins.join(' ') === coinsOf(offeredRails([])).join(' ') ? null : coins
}
