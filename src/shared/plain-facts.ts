import type { ErrorCode, RailState } from './api.ts'
import type { BuyerOrder } from './buyer-api.ts'
import type { EditionId } from './editions.ts'
import type { Language } from './languages.ts'
import type { Cents } from './money.ts'
import type { NetworkId } from './rails.ts'

/** The fields of `/order`, by their names in the form, in the order they stand there. */
export const ORDER_FIELDS = ['edition', 'quantity', 'network', 'userEmail', 'walletAddress', 'code'] as const
export type OrderField = (typeof ORDER_FIELDS)[number]

/** What is wrong with an entry; only the captcha's code can be wrong in more than one way. */
export type EntryFault = 'invalid' | 'missing' | 'failed' | 'expired' | 'again'

/** How a buyer without script proves to be a person. */
export type PlainCaptcha =
  | { readonly kind: 'picture'; readonly id: string; /** A data URL. */ readonly image: string }
  /** This browser holds a pass: nothing is asked. */
  | { readonly kind: 'passed' }
  /** Too many pictures were asked for from there. */
  | { readonly kind: 'limited' }

export interface PlainEdition {
  readonly id: EditionId
  /** In the reader's language. */
  readonly name: string
  readonly priceCents: Cents
  readonly isSoldOut: boolean
}

/** `/order` as it is made for one reader: what stands in it, and what was wrong with what was sent. */
export interface OrderFormFacts {
  /** The language the address or the form named; carried on, since there may be no cookie for it. */
  readonly named: Language | null
  readonly editions: readonly PlainEdition[]
  readonly rails: readonly RailState[]
  /** As it was typed. */
  readonly typed: {
    readonly edition: EditionId
    readonly quantity: string
    readonly network: NetworkId | null
    readonly userEmail: string
    readonly walletAddress: string
  }
  /** Null while the quantity is none. */
  readonly totalCents: Cents | null
  /** Makes a form that is sent twice one order. */
  readonly idempotencyKey: string
  readonly captcha: PlainCaptcha
  readonly faults: Readonly<Partial<Record<OrderField, EntryFault>>>
  /** Why the shop did not take the order; null where it was not asked, or a field says it. */
  readonly failure: ErrorCode | null
}

/** What a page that has nothing else to say tells, by its status. */
export type PlainNotice = 'limited' | 'foreign' | 'unfit' | 'broken'

export interface NoticeFacts {
  readonly named: Language | null
  readonly notice: PlainNotice
  /** Where the reader came from, to be tried again. */
  readonly path: string
}

/** What was just done with an order's page, told on the page that follows; the word in its address. */
export const DONE_WORDS = [
  'checked',
  'asked',
  'already',
  'changed',
  'sent',
  'soon',
  'nothing',
  'closed',
] as const
export type DoneWord = (typeof DONE_WORDS)[number]

/** The fields of the refund's form, by their names, in the order they stand there. */
export const REFUND_FIELDS = ['copies', 'address', 'addressAgain', 'reason', 'sure'] as const
export type RefundField = (typeof REFUND_FIELDS)[number]

/** The form of a refund as it was sent; empty as it opens. */
export interface RefundFormFacts {
  readonly typed: Readonly<Record<Exclude<RefundField, 'sure'>, string>>
  readonly faults: readonly RefundField[]
  /** Why it was not taken; null where it was not sent, or a field says it. */
  readonly failure: ErrorCode | null
}

/** `/order/:id` as it stands without script. */
export interface PlainOrderFacts {
  readonly named: Language | null
  /** Null where there is no such order. */
  readonly order: BuyerOrder | null
  readonly editionName: string
  readonly now: Date
  readonly done: DoneWord | null
  readonly refund: RefundFormFacts
}

/** An order that this browser holds the second secret of. */
export interface OwnOrder {
  readonly id: string
  readonly createdAt: string
  readonly editionName: string
  readonly quantity: number
}

/** `/recover`. */
export interface RecoverFacts {
  readonly named: Language | null
  /** What is looked for: an order, or the way to give one back. */
  readonly isForRefund: boolean
  /** Newest first. */
  readonly own: readonly OwnOrder[]
  readonly typed: { readonly email: string; readonly paymentId: string }
  readonly faults: readonly ('email' | 'paymentId')[]
  /** Taken: the answer is the same whether there is such an order or not. */
  readonly isSent: boolean
  readonly isTooOften: boolean
}
