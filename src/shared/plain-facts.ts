import type { ErrorCode, OfferedRail, RailState } from './api.ts'
import type { BuyerOrder } from './buyer-api.ts'
import type { Currency } from './currency.ts'
import type { EditionId } from './editions.ts'
import type { Language } from './languages.ts'
import type { Cents } from './money.ts'
import type { NetworkId } from './rails.ts'
import type { WithdrawalField } from './withdrawal.ts'

/** The fields of `/order`, by their names in the form, in the form's order. */
export const ORDER_FIELDS = [
  'edition',
  'quantity',
  'network',
  'userEmail',
  'walletAddress',
  'discountCode',
  'code',
] as const
export type OrderField = (typeof ORDER_FIELDS)[number]

/** The fault of an entry. `checksum` is an address's; only the captcha's code uses the last three. */
export type EntryFault = 'invalid' | 'missing' | 'checksum' | 'failed' | 'expired' | 'again'

/** The faults of the order form's entries; an entry that is not in the map is valid. */
export type OrderFaults = ReadonlyMap<OrderField, EntryFault>

/** The captcha of a form without script. */
export type PlainCaptcha =
  | { readonly kind: 'picture'; readonly id: string; /** A data URL. */ readonly image: string }
  /** This browser holds a valid pass; no captcha is shown. */
  | { readonly kind: 'passed' }
  /** This client has requested too many pictures. */
  | { readonly kind: 'limited' }
  /** Too many people request pictures at this moment. */
  | { readonly kind: 'busy'; readonly retryAfterS: number }

/** An edition as the order form shows it. */
interface PlainEdition {
  readonly id: EditionId
  /** In the page's language. */
  readonly name: string
  readonly priceCents: Cents
  readonly isSoldOut: boolean
  /** Its keys are held until release. */
  readonly hasKeysOnRelease: boolean
}

/** The content of `/order`: the entries of the form, and their faults. */
export interface OrderFormFacts {
  /** The language named by the URL or the form. It is passed on, since there may be no cookie for it. */
  readonly named: Language | null
  /** Of the prices. */
  readonly currency: Currency
  readonly editions: readonly PlainEdition[]
  readonly rails: readonly RailState[]
  /** The entries as typed. */
  readonly typed: {
    readonly edition: EditionId
    readonly quantity: string
    readonly network: NetworkId | null
    readonly userEmail: string
    readonly walletAddress: string
    readonly discountCode: string
  }
  /** Null while the quantity is invalid. */
  readonly totalCents: Cents | null
  /** What the typed code takes off, and what is left to pay; null until that was asked for. */
  readonly discount: { readonly discountCents: Cents; readonly totalCents: Cents } | null
  /** Idempotency key: resubmitting the form creates no second order. */
  readonly idempotencyKey: string
  readonly captcha: PlainCaptcha
  readonly faults: OrderFaults
  /** Why the order was refused; null if it was not submitted, or if the fault is shown at a field. */
  readonly failure: ErrorCode | null
}

/** The messages of pages that show only a message. */
export type PlainNotice =
  'limited' | 'foreign' | 'unreadable' | 'failed' | 'fileGone' | 'fileLimit' | 'noOrigin'

/** The content of a page that shows only a message. */
export interface NoticeFacts {
  readonly named: Language | null
  readonly notice: PlainNotice
  /** The path to try again. */
  readonly path: string
  /** By which the shop's log knows the request that failed. */
  readonly requestId: string
}

/** The result of an action on an order's page, which the next page reports; the word in its URL. */
export const DONE_WORDS = [
  'checked',
  'asked',
  'already',
  'changed',
  'sent',
  'soon',
  'nothing',
  'closed',
  'mistyped',
] as const
export type DoneWord = (typeof DONE_WORDS)[number]

/** The fields of the refund form, by their names, in the form's order. */
export const REFUND_FIELDS = ['copies', 'address', 'addressAgain', 'reason', 'sure'] as const
export type RefundField = (typeof REFUND_FIELDS)[number]

/** The entries of the refund form; empty when it is opened. */
export interface RefundFormFacts {
  readonly typed: Readonly<Record<Exclude<RefundField, 'sure'>, string>>
  readonly faults: readonly RefundField[]
  /** Why the request was refused; null if it was not submitted, or if the fault is shown at a field. */
  readonly failure: ErrorCode | null
}

/** The content of `/order/:id` without script. */
export interface PlainOrderFacts {
  readonly named: Language | null
  /** Null if there is no such order. */
  readonly order: BuyerOrder | null
  readonly editionName: string
  readonly now: Date
  readonly done: DoneWord | null
  readonly refund: RefundFormFacts
  /** Of an order that waits for money; otherwise null. */
  readonly rail: Pick<OfferedRail, 'reason' | 'chainId' | 'contract'> | null
}

/** The entries of the withdrawal form, as typed. */
type WithdrawalTyped = Readonly<Record<WithdrawalField, string>>

/** The content of `/withdraw`: the form, the question for confirmation, or the acknowledgement. */
export interface WithdrawFacts {
  readonly named: Language | null
  readonly typed: WithdrawalTyped
  readonly step:
    | { readonly kind: 'enter'; readonly faults: readonly WithdrawalField[]; readonly isTooOften: boolean }
    | {
        readonly kind: 'confirm'
        /** A new UUID: the same statement sent twice is stored once. */
        readonly statementId: string
      }
    | {
        readonly kind: 'done'
        readonly statementId: string
        /** The acknowledgement's text. */
        readonly acknowledgement: string
      }
}

/** An order whose second secret this browser holds. */
export interface OwnOrder {
  readonly id: string
  readonly createdAt: string
  readonly editionName: string
  readonly quantity: number
}

/** The content of `/recover`. */
export interface RecoverFacts {
  readonly named: Language | null
  /** Whether the visitor wants a refund, not only the order. */
  readonly isForRefund: boolean
  /** Newest first. */
  readonly own: readonly OwnOrder[]
  readonly typed: { readonly email: string; readonly paymentId: string }
  readonly faults: readonly ('email' | 'paymentId')[]
  /** The request was accepted. The answer is the same whether there is such an order or not. */
  readonly isSent: boolean
  readonly isTooOften: boolean
}

/** The content of the pages under `/waiting-list`. */
export interface WaitingListFacts {
  /** The language, if the URL or the form names it. */
  readonly named: Language | null
  readonly step: WaitingListStep
}

/** An edition that somebody waits for, by its name in the page's language. */
interface Awaited {
  readonly edition: EditionId
  readonly editionName: string
}

/** One page of the waiting list each. */
export type WaitingListStep =
  | (Awaited & {
      readonly kind: 'enter'
      /** As typed. */
      readonly email: string
      readonly isFaulty: boolean
      readonly isTooOften: boolean
    })
  /** The form was accepted. The same whether the mailbox is on the list or not. */
  | (Awaited & { readonly kind: 'sent' })
  /** The edition is not sold out. */
  | (Awaited & { readonly kind: 'available' })
  | (Awaited & { readonly kind: 'confirm'; readonly token: string })
  | (Awaited & { readonly kind: 'confirmed' })
  /** A link that has no entry, or none any more. */
  | { readonly kind: 'over' }
  | { readonly kind: 'leave'; readonly token: string }
  | { readonly kind: 'left' }

/** A file of the backup folder that may be restored, with what its first line tells. */
export interface OfferedBackup {
  /** The name, without its folder. */
  readonly file: string
  readonly bytes: number
  /** When it was made, or when the file was changed if it cannot be read. An ISO 8601 string. */
  readonly createdAt: string
  /** False: it is encrypted with a key that is not set here. */
  readonly isReadable: boolean
  /** Null if an earlier release wrote it, or it cannot be read. */
  readonly orders: number | null
  readonly keys: number | null
  readonly release: string | null
}

/** What `/setup` shows of an empty shop. `named`: the language, if the URL or the form names it. */
export type SetupFacts = { readonly named: Language | null } & (
  | { readonly step: 'token'; readonly isWrong: boolean }
  | {
      readonly step: 'files'
      readonly token: string
      /** Newest first. */
      readonly files: readonly OfferedBackup[]
    }
  | { readonly step: 'started' }
)

/** What the public page about the state of the shop shows; nothing about nodes, counts or settings. */
export interface StatusFacts {
  readonly shop: 'selling' | 'sold-out' | 'closed'
  readonly rails: readonly RailState[]
  readonly isMailDelayed: boolean
  /** An ISO 8601 string. */
  readonly readAt: string
}
