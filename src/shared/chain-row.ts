/** The format of a payment link. */
export type PaymentUri = 'bip21' | 'eip681'

/** What differs between two chains. */
export interface ChainRow<Wallet extends string> {
  readonly wallet: Wallet
  /** The chain's own coin. */
  readonly asset: string
  readonly assetDecimals: number
  /** The chain id of the public main network; null where networks have names, as Bitcoin's do. */
  readonly mainnetChainId: number | null
  /** Origins of explorers by public network, main and test; the key is a chain id, where transactions spend outputs a network's name. */
  readonly explorers: Readonly<Record<string, string>>
  /** Seconds from one block to the next, on average. */
  readonly blockTimeS: number
  readonly finality: {
    /** The number of confirmations shown to buyers if `'finalized'` is required. */
    readonly shownDepth: number
    /** Seconds from a transfer's block until it is final, as a rule. */
    readonly usualS: number
    /**
     * Blocks this far below the head count as final if the chain or the node does not report finality. Simulated chains use
     * `shownDepth` instead if `hasTag` is true.
     */
    readonly fallbackDepth: number
    /** Whether nodes support the block tag `finalized`. */
    readonly hasTag: boolean
  }
  /** A node whose newest block is older than this lags; applies to public networks only. */
  readonly headMaxAgeS: number
  /** Whether plain transfers of the chain's own coin are read from its blocks. */
  readonly readsCoinTransfers: boolean
  /** Whether balances of the chain's own coin are read, to find coins that arrived without a visible transfer. */
  readonly readsCoinBalances: boolean
  /** Format of the "open in wallet" link and of the QR code with an amount; null if there is no standard for it. */
  readonly paymentUri: PaymentUri | null
  /** The scheme of such a link. */
  readonly uriScheme: string
  /** The chain's number in links to Trust Wallet; null where its documentation names none. */
  readonly trustWalletCoin: number | null
  /**
   * The most of the chain's own coin, as a decimal number, that counts as gas if it is sent to the address of a delivered
   * token order: several times the usual fee for moving the token away. '0' if no token is sold on the chain.
   */
  readonly sweepGas: string
  /** The pause between two polls of the chain's nodes. */
  readonly lookEveryMs: number
}
