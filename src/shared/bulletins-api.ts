import * as z from 'zod'
import { CurrencyField, EditionField } from './api.ts'
import { IsoTimestamp, lineField, paragraphField } from './api-fields.ts'
import { ORDER_PRICE_MAX } from './constants.ts'
import { USD } from './currency.ts'
import { LANGUAGES, type Language } from './languages.ts'
import { NETWORKS } from './rails.ts'

// A bulletin is what a studio tells all buyers of some editions. The back office calls it an announcement.

/**
 * What a bulletin is about. A cancellation requests the refund of every order it goes to; so does a wrong price, which goes
 * to orders at another price than the right one that have no keys yet.
 */
export const BULLETIN_KINDS = ['release', 'delay', 'cancellation', 'wrong-price'] as const
export type BulletinKind = (typeof BULLETIN_KINDS)[number]

/** The most characters of a subject, and of the text below it. */
export const BULLETIN_SUBJECT_MAX = 120
export const BULLETIN_BODY_MAX = 5000
/** The most bulletins a shop keeps. */
export const BULLETINS_MAX = 100

/** The words of a bulletin in one language. Each line of the body is a paragraph. */
const BulletinWords = z.object({
  subject: lineField(1, BULLETIN_SUBJECT_MAX),
  body: paragraphField(1, BULLETIN_BODY_MAX),
})
export type BulletinWords = z.infer<typeof BulletinWords>

/**
 * The words of a bulletin, by language. Those in the shop's default language stand in for languages without words: who saves
 * a bulletin must have them.
 */
const BulletinTexts = z
  .partialRecord(z.enum(LANGUAGES), BulletinWords)
  .refine((texts) => Object.keys(texts).length > 0, 'expected words in a language')
export type BulletinTexts = z.infer<typeof BulletinTexts>

/**
 * The orders at a wrong price: made from `from` on and before `to`, in the currency, a copy at another price than
 * `rightCents`.
 */
const WrongPrices = z.object({
  from: IsoTimestamp,
  to: IsoTimestamp,
  currency: CurrencyField.default(USD),
  rightCents: z.int().min(1).max(ORDER_PRICE_MAX),
})
export type WrongPrices = z.infer<typeof WrongPrices>

/** Whether a bulletin of a kind requests refunds. */
export function isRefunding(kind: BulletinKind): boolean {
  return kind === 'cancellation' || kind === 'wrong-price'
}

const BulletinContent = z.object({
  kind: z.enum(BULLETIN_KINDS),
  editions: z.array(EditionField).min(1).max(50),
  texts: BulletinTexts,
  /** Of a wrong price, and only of it. */
  prices: WrongPrices.optional(),
})
export type BulletinContent = z.infer<typeof BulletinContent>

/** A change of the bulletins. `save` writes a draft; `start` needs the number of orders that its page showed. */
export const BulletinRequest = z.discriminatedUnion('action', [
  BulletinContent.extend({ action: z.literal('save'), id: z.uuid() }).refine(
    ({ kind, prices }) => (kind === 'wrong-price') === (prices !== undefined),
    { path: ['prices'] },
  ),
  z.object({ action: z.literal('test'), id: z.uuid(), language: z.enum(LANGUAGES) }),
  z.object({ action: z.literal('start'), id: z.uuid(), orders: z.int().min(1) }),
  z.object({ action: z.enum(['stop', 'resume', 'delete']), id: z.uuid() }),
])
export type BulletinRequest = z.infer<typeof BulletinRequest>

/** How far a bulletin is; counts of orders. Its mails are tried again until they are sent. */
const BulletinProgress = z.object({
  total: z.int(),
  sent: z.int(),
  /** Mails whose last attempt failed. */
  failing: z.int(),
  /** Orders that were refunded or erased since the list was made. */
  leftOut: z.int(),
  refundsRequested: z.int(),
  /** Orders whose refund was requested before. */
  refundsAlready: z.int(),
  /** Orders whose refund cannot be requested as they stand: staff look at them. At most 100. */
  refusals: z.array(z.object({ orderId: z.uuid(), code: z.string() })),
})
export type BulletinProgress = z.infer<typeof BulletinProgress>

/** A bulletin as the back office shows it. */
const BulletinRow = BulletinContent.extend({
  id: z.uuid(),
  state: z.enum(['draft', 'sending', 'stopped', 'sent']),
  createdAt: IsoTimestamp,
  startedAt: IsoTimestamp.nullable(),
  /** The e-mail of who sent it. */
  startedBy: z.string().nullable(),
  /** Null for a draft. */
  progress: BulletinProgress.nullable(),
})
export type BulletinRow = z.infer<typeof BulletinRow>
/** All bulletins, the newest first, and the editions that orders exist of or that are on sale. */
export const BulletinsReply = z.object({
  success: z.literal(true),
  bulletins: z.array(BulletinRow),
  editions: z.array(EditionField),
})
/** The id in the path of a bulletin. */
export const BulletinParams = z.object({ id: z.uuid() })
/** The language of a preview. */
export const BulletinPreviewQuery = z.object({ language: z.enum(LANGUAGES) })

/** The states of orders at a wrong price: not paid or decided yet, paid without keys, with keys, refunded already. */
export const WRONG_PRICE_STATES = ['unpaid', 'undelivered', 'delivered', 'refunded'] as const

/** What sending a bulletin does, counted now. */
export const BulletinForecast = z.object({
  success: z.literal(true),
  orders: z.int(),
  /** Of a wrong price: all orders at it. Those that are `undelivered` are the ones it goes to; the others stay. */
  atWrongPrice: z.array(
    z.object({
      state: z.enum(WRONG_PRICE_STATES),
      orders: z.int(),
      /** What they cost. */
      priceCents: z.int(),
      /** What they would cost at the right price. */
      rightCents: z.int(),
    }),
  ),
  /** If refunds are requested: what its refunds would owe, for each network and currency of the orders. */
  refunds: z.array(
    z.object({
      network: z.enum(NETWORKS),
      symbol: z.string(),
      orders: z.int(),
      copies: z.int(),
      currency: z.string(),
      priceCents: z.int(),
      /** A decimal string at the rate of now; null if there is none. */
      amount: z.string().nullable(),
    }),
  ),
})
export type BulletinForecast = z.infer<typeof BulletinForecast>

/**
 * The words of a bulletin for a language, and the language they are in.
 *
 * @param offered the languages of the shop: the first that has words stands in for one without.
 */
export function bulletinWordsIn(
  texts: BulletinTexts,
  language: Language,
  offered: readonly Language[],
): BulletinWords & { readonly language: Language } {
  for (const one of [language, ...offered, ...LANGUAGES]) {
    const words = texts[one]
    if (words !== undefined) return { ...words, language: one }
  }
  throw new Error('expected a bulletin with words in a language')
}
