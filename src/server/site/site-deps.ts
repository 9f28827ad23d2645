import type { Clock } from '#server/runtime/clock.ts'
import type { Log } from '#server/runtime/log.ts'
import type { BitcoinNetwork } from '#shared/address-form.ts'
import type { EditionStock, PurchaseCounter } from '#shared/api.ts'
import type { Game } from '#shared/game.ts'
import type { GameCredits } from '#shared/game-credits.ts'
import type { LegalTexts } from '#shared/game-legal.ts'
import type { GameTexts } from '#shared/game-texts.ts'
import type { Language } from '#shared/languages.ts'
import type { StudioTexts } from '#shared/studio-texts.ts'

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
  readonly legal: StudioTexts<LegalTexts>
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
