import type { BitcoinNetwork } from './address-form.ts'
import type { EditionId } from './editions.ts'
import type { Language } from './languages.ts'
import type { Cents } from './money.ts'

/** An edition as its card shows it, in the reader's language. */
export interface EditionFacts {
  readonly id: EditionId
  readonly name: string
  readonly pitch: string
  readonly features: readonly string[]
  readonly priceCents: Cents
  readonly isBestValue: boolean
}

/** Purchase counts by edition; null where no line is to be shown. */
export type Counts = Readonly<Record<EditionId, number | null>>

/** Where the browser finds a script: the file itself first, then what it imports, to be fetched beside it. */
export type ScriptFiles = readonly string[]

/** What every page of the site is made from. */
export interface PageFacts {
  readonly language: Language
  readonly profile: 'demo' | 'production'
  readonly title: string
  readonly supportEmail: string
  /** The shop's own origin, without a slash at its end; null where none is set. */
  readonly publicUrl: string | null
  /** Decides the prefixes of a refund address that the order form takes. */
  readonly bitcoinNetwork: BitcoinNetwork
  /** The year of the copyright line. */
  readonly year: number
  /** The critical styles, put into the page. */
  readonly css: string
  /** The inline loader. */
  readonly loader: string
  readonly scripts: Readonly<Record<string, ScriptFiles>>
  /** The style sheets a script needs beside the inline styles. */
  readonly styles: Readonly<Record<string, readonly string[]>>
  /** What an order button will want next: the payment dialog, its styles, the language's texts. */
  readonly ahead: readonly string[]
  readonly icon: string
  /** Fonts worth fetching with the page. */
  readonly fonts: readonly string[]
}

/** One size of a picture. */
export interface PictureFile {
  readonly widthPx: number
  readonly avif: string
  readonly webp: string
}

export interface LandingFacts extends PageFacts {
  readonly description: string
  readonly subtitle: string
  readonly hero: {
    readonly alt: string
    readonly widthPx: number
    readonly heightPx: number
    readonly files: readonly PictureFile[]
  }
  readonly releaseAt: Date
  /** When the page is made: the countdown starts from it and the inline script carries on. */
  readonly now: Date
  readonly editions: readonly EditionFacts[]
  readonly benefits: readonly string[]
  readonly counts: Counts
  /** Whether a click on an order button moves the counter: in the demo, never in production. */
  readonly hasMovingCounters: boolean
}

/** A page whose content is made in the browser by a script of its own, such as the buyer's order page. */
export interface ShellFacts extends PageFacts {
  /** One of `scripts`. */
  readonly script: string
  readonly pageTitle: string
  /** Read by the script; plain JSON. */
  readonly props: object
}

/** What `dist/render/render.js` gives the server: facts in, HTML out. */
export interface RenderBundle {
  readonly availableLanguages: readonly Language[]
  renderLanding(facts: LandingFacts): string
  renderNotFound(facts: PageFacts): string
  renderShell(facts: ShellFacts): string
  /** The titles of the pages made in the browser. */
  pageTitles(language: Language): Readonly<Record<'wallet' | 'mail' | 'order', string>>
}
