import type { EditionId } from '#shared/editions.ts'
import type { Asset, CoinId } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import type { NetworkId } from '#shared/rails.ts'

/** What a mail about an order says; the templates word it. */
export interface OrderFacts {
  readonly paymentId: string
  /** Opens keys and refund on the buyer's page; becomes part of the link. */
  readonly orderSecret: string
  readonly edition: EditionId
  readonly quantity: number
  /** A decimal string of the coin, such as `'0.00125'`. */
  readonly amount: string
  readonly coin: CoinId
  readonly network: NetworkId
  /** Dollars with two decimals, such as `'127.98'`. */
  readonly priceUsd: string
  /** The transfer that completed the order; null where a balance is the evidence. */
  readonly transactionHash: string | null
}

/** What a buyer needs to send money. */
export interface SendFacts {
  readonly paymentAddress: string
  /** An instant as `toISOString` gives it. */
  readonly payUntil: string
  /** A demo's network, on which real coins would be lost. */
  readonly isSimulated: boolean
}

/** Why a person has to decide, beside lateness, which has a mail of its own. */
export type ReviewReason = 'wrong-network' | 'wrong-token' | 'short' | 'other'

/** Each template with the facts it needs. */
export interface MailFacts {
  /** An order as it was taken: what to send where, and until when. */
  readonly received: OrderFacts & SendFacts
  /** A part of the money is in a block, and the rest is not on its way. Amounts are decimal strings of the coin. */
  readonly short: OrderFacts & SendFacts & { readonly arrived: string; readonly missing: string }
  /** Money after the window: it counts at the rate of its moment, or a person decides. */
  readonly late: OrderFacts & { readonly outcome: 'counts' | 'decision' }
  /** A person decides. */
  readonly review: OrderFacts & { readonly reason: ReviewReason }
  /** The keys of a confirmed order. */
  readonly keys: OrderFacts & { readonly keys: readonly string[] }
  /** A confirmed order that waits for keys. */
  readonly 'keys-follow': OrderFacts
  /** A refund was asked for; queued by `requestRefund` itself, once for each refund. */
  readonly 'refund-asked': OrderFacts & {
    /** To be given back; 0: money that bought nothing, or an overpaid rest alone. */
    readonly copies: number
    /** Whether keys had been handed out. */
    readonly isDelivered: boolean
    readonly refundChain: ChainId
    readonly refundSymbol: Asset
    /** What goes back as it came, a decimal string of the coin; null where nothing does. */
    readonly refundRest: string | null
    readonly refundAddress: string
  }
  /** Money that went back, proved on chain. */
  readonly refunded: OrderFacts & {
    /** Given back; 0: money that bought nothing. */
    readonly copies: number
    /** Whether keys had been handed out. */
    readonly isDelivered: boolean
    /** A decimal string of the coin that went back, with its symbol. */
    readonly refundAmount: string
    readonly refundSymbol: string
    readonly refundAddress: string
    readonly refundTransactions: readonly string[]
  }
  /** The link to an order, for who has lost it; asked for with e-mail address and invoice id. */
  readonly recover: Pick<OrderFacts, 'paymentId' | 'orderSecret'>
  /** What a visitor wrote to the studio. */
  readonly support: { readonly name: string; readonly email: string; readonly message: string }
  /** To who wrote to the studio; quotes nothing of what was typed, so that it carries no stranger's words. */
  readonly 'support-copy': Readonly<Record<string, never>>
}
export type MailTemplate = keyof MailFacts

/** A template together with its facts. */
export type MailContent = {
  [T in MailTemplate]: { readonly template: T; readonly facts: MailFacts[T] }
}[MailTemplate]
