import type { AlertKind } from '#shared/alerts.ts'
import type { BulletinKind } from '#shared/bulletins-api.ts'
import type { Currency } from '#shared/currency.ts'
import type { OrderFile } from '#shared/edition-files.ts'
import type { EditionId } from '#shared/editions.ts'
import type { Asset, CoinId } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import type { NetworkId } from '#shared/rails.ts'
import type { WithdrawalOutcome } from '#shared/withdrawal.ts'

/** The facts of an order that its mails state. */
export interface OrderFacts {
  readonly paymentId: string
  readonly edition: EditionId
  readonly quantity: number
  /** A decimal string of the coin, such as `'0.00125'`. */
  readonly amount: string
  readonly coin: CoinId
  readonly network: NetworkId
  /** With the decimals of its currency, such as `'127.98'`. */
  readonly price: string
  readonly currency: Currency
  /** What a code took off the price; only where one did. */
  readonly discount?: string
  /** The transfer that completed the order; null if the evidence is a balance. */
  readonly transactionHash: string | null
}

/** A sale that was made and paid elsewhere. */
interface ExternalFacts {
  readonly externalOrderId: string
  readonly edition: EditionId
  readonly quantity: number
  /** The number that the sale has where it was made. */
  readonly reference: string
}

/** What a buyer needs to send money. */
export interface SendFacts {
  readonly paymentAddress: string
  /** An ISO 8601 string, as from `toISOString`. */
  readonly payUntil: string
  /** Whether the network is a demo's, where real coins would be lost. */
  readonly isSimulated: boolean
}

/** An entry of the waiting list. */
export interface WaitingFacts {
  readonly entryId: string
  readonly edition: EditionId
}

/** Why staff must decide. A late payment is not a reason here: it has its own mail. */
export type ReviewReason = 'wrong-network' | 'wrong-token' | 'short' | 'other'

/** Each template with the facts it needs. */
export interface MailFacts {
  /** An order was created: what to send, where, and until when. */
  readonly received: OrderFacts & SendFacts
  /** Part of the amount is in a block and no transfer of the rest is visible. Amounts are decimal strings of the coin. */
  readonly short: OrderFacts & SendFacts & { readonly arrived: string; readonly missing: string }
  /** Money arrived after the payment window: it counts at the rate of its arrival, or staff decide. */
  readonly late: OrderFacts & { readonly outcome: 'counts' | 'decision' }
  /** Staff must decide about the order. */
  readonly review: OrderFacts & { readonly reason: ReviewReason }
  /** The keys of a confirmed order. The outbox has no keys: they are read when the mail is sent. */
  readonly keys: OrderFacts & { readonly keys: readonly string[]; readonly files?: readonly OrderFile[] }
  /** The keys of a sale that was made and paid elsewhere. They are read when the mail is sent. */
  readonly 'keys-elsewhere': ExternalFacts & { readonly keys: readonly string[] }
  /** A confirmed order that waits for keys. */
  readonly 'keys-follow': OrderFacts
  /** A confirmed order whose keys are held until the release. */
  readonly 'keys-on-release': OrderFacts
  /** A refund was requested; queued in the transaction that records the refund, once for each refund. */
  readonly 'refund-asked': OrderFacts & {
    /** Copies to refund; 0 if only money that bought nothing, or an overpaid rest, is returned. */
    readonly copies: number
    /** Whether keys had been handed out. */
    readonly isDelivered: boolean
    readonly refundChain: ChainId
    readonly refundSymbol: Asset
    /** The part returned as it was sent, a decimal string of the coin; null if there is none. */
    readonly refundRest: string | null
    readonly refundAddress: string
  }
  /** A refund was sent, proved on chain. */
  readonly refunded: OrderFacts & {
    /** Copies refunded; 0 for money that bought nothing. */
    readonly copies: number
    /** Whether keys had been handed out. */
    readonly isDelivered: boolean
    /** The amount sent back, a decimal string of the coin. */
    readonly refundAmount: string
    readonly refundSymbol: string
    readonly refundAddress: string
    readonly refundTransactions: readonly string[]
  }
  /** A statement of withdrawal was received: its acknowledgement. */
  readonly withdrawal: OrderFacts & {
    readonly name: string
    /** As it was typed; it may differ from the stored one in case. */
    readonly email: string
    /** Null: the whole order. */
    readonly copies: number | null
    /** An ISO 8601 string. */
    readonly submittedAt: string
    /** An IANA name. */
    readonly timeZone: string
    readonly outcome: WithdrawalOutcome
  }
  /** What the studio tells all buyers of an edition. */
  readonly bulletin: OrderFacts & {
    readonly kind: BulletinKind
    readonly subject: string
    /** Each line is a paragraph. */
    readonly body: string
  }
  /** The link to an order, for someone who lost it; requested with e-mail address and invoice id. */
  readonly recover: Pick<OrderFacts, 'paymentId'>
  /** To the operator: an event that staff must know about. */
  readonly alert: {
    readonly kind: AlertKind
    /** An order's id, the name of a chain, rail, coin or edition, a hash, or `shop`. */
    readonly subject: string
    /** An ISO 8601 string. */
    readonly raisedAt: string
    /** As they are stored with the alert; absent from mails of an earlier release. */
    readonly facts?: unknown
  }
  /** To the operator: an event that was told of before is over. */
  readonly 'alert-over': Pick<MailFacts['alert'], 'kind' | 'subject' | 'facts'> & {
    /** ISO 8601 strings; absent from mails of an earlier release. */
    readonly raisedAt?: string
    readonly closedAt?: string
  }
  /** What a visitor wrote to the studio. */
  readonly support: { readonly name: string; readonly email: string; readonly message: string }
  /** To the sender of a support message; quotes nothing, so that it cannot carry text to a third party. */
  readonly 'support-copy': Readonly<Record<string, never>>
  /** To a visitor who wants to be told when an edition is back: the link that confirms it. */
  readonly 'waiting-confirm': WaitingFacts
  /** An edition that was sold out can be ordered again: told once. */
  readonly 'waiting-stock': WaitingFacts
}
type MailTemplate = keyof MailFacts

/** Whom each template is for. Mails to buyers and visitors are in a language that the shop offers. */
export const MAIL_READERS: Readonly<Record<MailTemplate, 'buyer' | 'staff'>> = {
  received: 'buyer',
  short: 'buyer',
  late: 'buyer',
  review: 'buyer',
  keys: 'buyer',
  'keys-elsewhere': 'buyer',
  'keys-follow': 'buyer',
  'keys-on-release': 'buyer',
  'refund-asked': 'buyer',
  refunded: 'buyer',
  withdrawal: 'buyer',
  bulletin: 'buyer',
  recover: 'buyer',
  alert: 'staff',
  'alert-over': 'staff',
  support: 'staff',
  'support-copy': 'buyer',
  'waiting-confirm': 'buyer',
  'waiting-stock': 'buyer',
}

/** A template together with its facts. */
export type MailContent = {
  [T in MailTemplate]: { readonly template: T; readonly facts: MailFacts[T] }
}[MailTemplate]

/** A mail as it is stored: without keys. */
export type StoredMail =
  | Exclude<MailContent, { readonly template: 'keys' | 'keys-elsewhere' }>
  | { readonly template: 'keys'; readonly facts: OrderFacts }
  | { readonly template: 'keys-elsewhere'; readonly facts: ExternalFacts }
