import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import type { BitcoinNetwork } from '#shared/address-form.ts'
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

/** The dependencies of the site. */
export interface SiteDeps {
  /** Reads the purchase counters, as in GET /data/purchase-counters. */
  readonly readCounters: () => Promise<readonly PurchaseCounter[]>
  /** Reads the stock of editions, as in GET /data/editions. */
  readonly readEditions: () => Promise<readonly EditionStock[]>
  readonly clock: Clock
  readonly log: Log
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
  readonly bitcoinNetwork: BitcoinNetwork
  /** The rails on offer. */
  readonly rails: readonly Rail[]
  readonly chains: Readonly<Record<ChainId, Pick<ChainNetwork, 'chainId' | 'isSimulated'>>>
  /** The payment window in seconds. */
  readonly windowS: number
  /** The live chat's script; null without one. */
  readonly chatSrc: string | null
}
