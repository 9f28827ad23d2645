import type { Currency } from '#shared/currency.ts'
import type { OutputNetworks } from './address-form.ts'
import type { CoinId } from './assets.ts'
import type { EditionId } from './editions.ts'
import type { LegalDocumentName } from './game-legal.ts'
import type { Language } from './languages.ts'
import type { Cents } from './money.ts'
import type { Offer } from './offered-prices.ts'

/** An edition as its card shows it, in the reader's language. */
export interface EditionFacts {
  readonly id: EditionId
  readonly name: string
  readonly pitch: string
  readonly features: readonly string[]
  /** In the currency of the page. */
  readonly priceCents: Cents
  /** Its prices in all currencies that the shop offers, the shop's own first. */
  readonly offers: readonly Offer[]
  readonly isBestValue: boolean
  /** Whether no key is free of an edition that sells only what it has. */
  readonly isSoldOut: boolean
  readonly picture: PictureFacts | null
}

/** Purchase counts by edition; null where no line is to be shown. */
export type Counts = Readonly<Record<EditionId, number | null>>

/** Where the browser finds a script: the file itself first, then what it imports, to be fetched beside it. */
export type ScriptFiles = readonly string[]

/** What every page of the site is made from. */
export interface PageFacts {
  readonly language: Language
  /** What the reader may choose from, the default language first. */
  readonly languages: readonly Language[]
  readonly profile: 'demo' | 'production'
  readonly title: string
  readonly isFictional: boolean
  readonly socials: Readonly<Record<'twitter' | 'discord' | 'steam', string>>
  /** The sprite that has `social-twitter`, `social-discord` and `social-steam`; null where the game has none of them. */
  readonly socialIcons: string | null
  /** The sprite of the languages' flags, `flag-en` and so on; null where the game folder has none. */
  readonly flags: string | null
  /** Whether the landing page has the sections that every page leads to. */
  readonly hasFeatures: boolean
  readonly hasGallery: boolean
  /** The legal documents that exist. */
  readonly legalDocuments: readonly LegalDocumentName[]
  /** Whether the release instant is past and the game folder says that the page then tells it. */
  readonly isOut: boolean
  readonly supportEmail: string
  /** The live chat's script; null where none is set. */
  readonly chatSrc: string | null
  /** The shop's own origin, without a slash at its end; null where none is set. */
  readonly publicUrl: string | null
  /** Decides the prefixes of a refund address that the order form takes. */
  readonly outputNetworks: OutputNetworks
  /** Of the prices on the page. */
  readonly currency: Currency
  /** What the reader may choose from, the shop's own first. */
  readonly currencies: readonly Currency[]
  /** What the shop sells for, in the order pages show it; null where these are the usual coins. */
  readonly coins: readonly CoinId[] | null
  /** The year of the copyright line. */
  readonly year: number
  /** The style sheets that a page shares with others. */
  readonly sheets: readonly string[]
  /** The styles put into the page, after the files. */
  readonly css: string
  /** What runs before the rest of a page is parsed: inside it, or in a file that pages share. */
  readonly loader: { readonly inside: string } | { readonly file: string }
  readonly scripts: Readonly<Record<string, ScriptFiles>>
  /** The style sheets a script needs beside the inline styles; under `print` those of every page on paper. */
  readonly styles: Readonly<Record<string, readonly string[]>>
  /** The markup of the order form in the language, and its styles. */
  readonly orderForm: readonly string[]
  /** The style sheets fetched after the page: a few pixels of each picture below the first screen, and large faces. */
  readonly lateStyles: readonly string[]
  /** What to do with a key, and the file that scripts read it from; null where no edition says it. */
  readonly redeem: { readonly file: string; readonly editions: RedeemByEdition } | null
  readonly icon: string
  /** The icon in pixels, 32 and 180 wide; null where the game folder has none. */
  readonly icons: { readonly small: string | null; readonly touch: string | null }
  /** Fonts worth fetching with the page. */
  readonly fonts: readonly string[]
  /** Of the browser's own bars, as `#rrggbb`. */
  readonly themeColor: string
}

/** One size of a picture. */
export interface PictureFile {
  readonly widthPx: number
  readonly avif: string
  readonly webp: string
}

/** A picture in every size there is, with the words for those who cannot see it. */
export interface PictureFacts {
  /** Names the class that shows its placeholder: `.picture-<name>`. */
  readonly name: string
  readonly alt: string
  readonly widthPx: number
  readonly heightPx: number
  readonly files: readonly PictureFile[]
}

/** Where and how the keys of an edition are used, in the reader's language. */
export interface RedeemFacts {
  readonly shop: string
  readonly link: string
  readonly steps: readonly string[]
  readonly picture: PictureFacts | null
}

export type RedeemByEdition = Readonly<Record<EditionId, RedeemFacts>>

/** What a page needs of a paid order's edition, in the reader's language. */
export interface PaidEdition {
  readonly redeem: RedeemFacts | null
  /** Whether it contains files beside its keys. */
  readonly hasFiles: boolean
}

export type PaidEditions = Readonly<Record<EditionId, PaidEdition>>

/** A film, in `/game/trailer.<stamp>.json`: fetched when it is asked for, since no page needs it before. */
export interface TrailerFacts {
  readonly poster: string
  readonly widthPx: number
  readonly heightPx: number
  readonly sources: readonly { readonly src: string; readonly type: string; readonly widthPx: number }[]
  /** In the languages there are; `label` is a language's own name. */
  readonly captions: readonly { readonly language: Language; readonly label: string; readonly src: string }[]
}

/** A symbol of the icon sprite, to be used as it stands: `/game/icons.Ab3.svg#mode-story`. */
export type IconHref = string

/** A card with an icon, for features, modes and rewards. */
interface CardFacts {
  readonly id: string
  readonly icon: IconHref
  readonly title: string
  readonly text: string
}

/** A section of the landing page: its heading and its entries, in the reader's language. */
export interface SectionFacts<T> {
  readonly title: string
  readonly lead: string
  readonly items: readonly T[]
}

/** A game mode; `note` is a short fact about it, such as `1–100 players`. */
export interface ModeFacts extends CardFacts {
  readonly note: string
}

/** A story campaign; `tags` are its genres, such as `Horror`. */
export interface CampaignFacts {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly tags: readonly string[]
}

/** A world of the game, with its picture. */
export interface WorldFacts {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly picture: PictureFacts
}

/** A map of the game; `tag` is the label on its picture. */
export interface MapFacts extends WorldFacts {
  readonly tag: string
}

/** A card with a list, such as clans, earnings and fairness. */
interface SystemFacts {
  readonly id: string
  readonly icon: IconHref
  readonly title: string
  readonly points: readonly string[]
}

/** A picture of the gallery: a concept render until there are screenshots. */
export interface ShotFacts {
  readonly id: string
  readonly caption: string
  readonly picture: PictureFacts
}

/** A partner of the studio; `mark` is the URL of its logo. */
export interface PartnerFacts {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly mark: string
}

type SectionPicture = 'features' | 'modes' | 'campaigns' | 'systems' | 'rewards' | 'questions' | 'comingSoon'

/** What the game folder says of the game; null where it has no such section. */
export interface GameSections {
  readonly features: SectionFacts<CardFacts> | null
  readonly badges: readonly { readonly id: string; readonly icon: IconHref; readonly title: string }[]
  readonly modes: SectionFacts<ModeFacts> | null
  readonly campaigns: SectionFacts<CampaignFacts> | null
  readonly worlds: SectionFacts<WorldFacts> | null
  readonly maps: SectionFacts<MapFacts> | null
  readonly systems: readonly SystemFacts[]
  readonly creatorBeta: {
    readonly title: string
    readonly text: string
    readonly perks: readonly string[]
  } | null
  readonly rewards: SectionFacts<CardFacts> | null
  readonly gallery: SectionFacts<ShotFacts> | null
  readonly partners: SectionFacts<PartnerFacts> | null
  readonly comingSoon: { readonly title: string; readonly text: string; readonly wishlistUrl: string | null }
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly questions: {
    readonly title: string
    readonly items: readonly { readonly question: string; readonly answer: string }[]
  } | null
  readonly pictures: Readonly<Partial<Record<SectionPicture, PictureFacts>>>
}

/** The content of the landing page, in one language. */
export interface LandingFacts extends PageFacts {
  readonly description: string
  readonly subtitle: string
  readonly hero: PictureFacts
  /** The film's MP4 file; its {@link TrailerFacts} have the same path with `.json`. Null where the game has no film. */
  readonly trailer: string | null
  readonly sections: GameSections
  readonly genres: readonly string[]
  readonly platforms: readonly string[]
  /** The picture of a shared link, absolute where the shop knows its own address. */
  readonly share: string
  readonly releaseAt: Date
  /** What the page says from the release instant on; null where it stays as it is. */
  readonly afterLaunch: 'out-now' | null
  /** When the page is made: the countdown starts from it and the inline script carries on. */
  readonly now: Date
  readonly editions: readonly EditionFacts[]
  /** Null: the heading is the site's own. */
  readonly benefitsTitle: string | null
  readonly benefits: readonly string[]
  readonly counts: Counts
  /** Whether an edition sells only the keys it has: then the page listens for it to be sold out. */
  readonly hasReserve: boolean
  /** Whether a click on an order button moves the counter: in the demo, never in production. */
  readonly hasMovingCounters: boolean
}
