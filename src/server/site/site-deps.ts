import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import type { OutputNetworks } from '#shared/address-form.ts'
import type { ChainId } from '#shared/chains.ts'
import type { ChainNetwork } from '#shared/explorers.ts'
import type { EditionStock, PurchaseCounter } from '#shared/visitor-api.ts'
import type { Game } from '#shared/game.ts'
import type { GameCredits } from '#shared/game-credits.ts'
import type { LegalTexts } from '#shared/game-legal.ts'
import type { GameTexts } from '#shared/game-texts.ts'
import type { Language } from '#shared/languages.ts'
import type { Rail } from '#shared/rails.ts'
import type { StudioTexts } from '#shared/studio-texts.ts'

/** The dependencies with the game as it is sold now: the same object until it changes. */
export type CurrentDeps = () => SiteDeps

/** Keeps the dependencies up to date with what is on sale. */
export function currentDeps(deps: SiteDeps, onSale: () => Pick<SiteDeps, 'game' | 'texts'>): CurrentDeps {
  let last = deps
  return () => {
    const { game, texts } = onSale()
    if (game !== last.game) last = { ...deps, game, texts }
    return last
  }
}

/** The dependencies of the site. */
export interface SiteDeps {
  /** Reads the purchase counters, as in GET /data/purchase-counters. */
  readonly readCounters: () => Promise<readonly PurchaseCounter[]>
  /** Reads the stock of editions, as in GET /data/editions. */
  readonly readEditions: () => Promise<readonly EditionStock[]>
  readonly clock: Clock
  readonly log: Log
  /** As it is sold when the pages are rendered. */
  readonly game: Game
  readonly texts: Readonly<Record<Language, GameTexts>>
  readonly credits: GameCredits
  readonly legal: StudioTexts<LegalTexts>
  readonly gameFolder: string
  /** The output folder of `npm run build`. */
  readonly distFolder: string
  readonly profile: 'demo' | 'production'
  readonly publicUrl: string | null
  readonly counters: 'true' | 'moving'
  readonly outputNetworks: OutputNetworks
  /** The rails on offer. */
  readonly rails: readonly Rail[]
  readonly chains: Readonly<Record<ChainId, Pick<ChainNetwork, 'chainId' | 'isSimulated'>>>
  /** The payment window in seconds. */
  readonly windowS: number
  /** The live chat's script; null without one. */
  readonly chatSrc: string | null
  /** The origins whose pages may show the checkout in a frame; empty: none. */
  readonly embedOrigins: readonly string[]
}
