import type { Rates } from '#server/prices/rates.ts'
import type { ChainId } from '#shared/chains.ts'
import { depthFor, type Depth, type Rail, type ConfirmationOverrides } from '#shared/rails.ts'
import type { Cents } from '#shared/money.ts'

/** The operator's settings for payments; the same for every order. */
export interface PaymentPolicy {
  readonly confirmations: ConfirmationOverrides
  /** From this price an order waits until two nodes agree, if two are configured; below it only a contradiction stops it. */
  readonly quorumCents: Cents
  /** The price of all orders whose keys may leave within 24 hours without the agreement of two nodes. */
  readonly singleNodeCents: Cents
  /** The number of nodes configured for a chain. */
  readonly endpointCount: (chain: ChainId) => number
  readonly rates: Rates
}

/** The depth an order's transfers must reach. */
export function depthOf(policy: PaymentPolicy, rail: Rail, priceCents: number): Depth {
  return depthFor(rail, priceCents, policy.confirmations.get(rail.setting))
}

/** Whether the transfers of every order are compared with a second node: two are configured for the chain. */
export function asksEveryNode(policy: Pick<PaymentPolicy, 'endpointCount'>, chain: ChainId): boolean {
  return policy.endpointCount(chain) >= 2
}

/** Whether a second node must confirm an order's transfers: the price is high enough and two nodes are configured. */
export function needsQuorum(policy: PaymentPolicy, rail: Rail, priceCents: number): boolean {
  return priceCents >= policy.quorumCents && asksEveryNode(policy, rail.chain)
}
