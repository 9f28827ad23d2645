import type { Currency } from '#shared/currency.ts'
import type { DocsFacts } from './docs-facts.ts'
import type { ChainId } from './chains.ts'
import type { ChainNetwork } from './explorers.ts'
import type { EditionId } from './editions.ts'
import type { GameCredits } from './game-credits.ts'
import type { LegalDocumentName, LegalFacts, LegalTexts } from './game-legal.ts'
import type { InvoiceFacts } from './invoice-facts.ts'
import type { Language } from './languages.ts'
import type {
  NoticeFacts,
  OrderFormFacts,
  PlainOrderFacts,
  RecoverFacts,
  WaitingListFacts,
  SetupFacts,
  WithdrawFacts,
  StatusFacts,
} from './plain-facts.ts'
import type { EditionFacts, ScriptFiles, PageFacts, PictureFacts, LandingFacts } from './page-facts.ts'

/** `/credits`: what the game folder says of others' works; those that come with the shop the page knows itself. */
export interface CreditsFacts extends PageFacts {
  readonly credits: GameCredits
  /** The game's own typefaces. */
  readonly typefaces: readonly Pick<GameCredits['others'][number], 'name' | 'author' | 'licence'>[]
}

/** `/legal/…`: one document of the game folder, and all that may be put into it. */
export interface LegalPageFacts extends PageFacts {
  readonly document: LegalDocumentName
  readonly texts: LegalTexts
  /** What the texts are written in: the default language where the reader's has none. */
  readonly textsLanguage: Language
  /** The languages that have texts of their own. */
  readonly writtenIn: readonly Language[]
  /** Who sells; null while nobody does. */
  readonly seller: LegalFacts | null
  readonly editions: readonly Pick<EditionFacts, 'id' | 'name' | 'offers'>[]
  readonly releaseAt: Date
  /** How long a payment waits at its quote, in seconds. */
  readonly windowS: number
}

/** A page whose content is made in the browser by a script of its own, such as the buyer's order page. */
export interface ShellFacts extends PageFacts {
  /** One of `scripts`. */
  readonly script: string
  readonly pageTitle: string
  /** Read by the script; plain JSON. */
  readonly props: object
}

/** `/admin`: an empty page of its own, which its script fills in the language its reader has chosen. */
export interface AdminFacts {
  readonly title: string
  /** What buyers may choose from, the default language first; staff have every language. */
  readonly languages: readonly Language[]
  /** Of the shop's prices. */
  readonly currency: Currency
  /** Those in which there are prices, the shop's own first. */
  readonly currencies: readonly Currency[]
  readonly icon: string
  readonly scripts: ScriptFiles
  readonly styles: readonly string[]
  /** Of the editions on sale, in their order. */
  readonly editionNames: Readonly<Record<Language, Readonly<Record<EditionId, string>>>>
  /** By which links to block explorers are made. */
  readonly networks: Readonly<Record<ChainId, ChainNetwork>>
}

/** What `dist/render/render.js` gives the server: facts in, HTML out. */
export interface RenderBundle {
  renderLanding(facts: LandingFacts): string
  renderNotFound(facts: PageFacts, picture: PictureFacts): string
  renderCredits(facts: CreditsFacts): string
  renderLegal(facts: LegalPageFacts): string
  renderShell(facts: ShellFacts): string
  /** The checkout in a frame of another site. */
  renderEmbed(facts: ShellFacts): string
  renderSignIn(facts: PageFacts): string
  renderAdmin(facts: AdminFacts): string
  renderOrderForm(facts: PageFacts, form: OrderFormFacts): string
  /** @param hasScript whether the page's script takes over. */
  renderOrder(facts: ShellFacts, plain: PlainOrderFacts, hasScript: boolean): string
  renderRecover(facts: PageFacts, recover: RecoverFacts): string
  renderWaitingList(facts: PageFacts, waiting: WaitingListFacts): string
  renderWithdraw(facts: PageFacts, withdraw: WithdrawFacts): string
  renderNotice(facts: PageFacts, notice: NoticeFacts): string
  renderStatus(facts: PageFacts, status: StatusFacts): string
  renderSetup(facts: PageFacts, setup: SetupFacts): string
  renderDocs(facts: PageFacts, docs: DocsFacts): string
  /** The titles of the pages made in the browser. */
  pageTitles(language: Language): Readonly<Record<'wallet' | 'mail' | 'order', string>>
  /** An invoice as text, without the line that proves it. */
  invoiceText(facts: InvoiceFacts, language: Language): string
}
