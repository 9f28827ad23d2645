import type { EditionId } from '#shared/editions.ts'
import type { CoinId, NetworkId } from '#shared/rails.ts'

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

/** Each template with the facts it needs. */
export interface MailFacts {
  /** The keys of a confirmed order. */
  readonly keys: OrderFacts & { readonly keys: readonly string[] }
  /** A confirmed order that waits for keys. */
  readonly 'keys-follow': OrderFacts
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
  /** What a visitor wrote to the studio. */
  readonly support: { readonly name: string; readonly email: string; readonly message: string }
}
export type MailTemplate = keyof MailFacts

/** A template together with its facts. */
export type MailContent = {
  [T in MailTemplate]: { readonly template: T; readonly facts: MailFacts[T] }
}[MailTemplate]
