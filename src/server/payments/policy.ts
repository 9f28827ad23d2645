import type { Rates } from '#server/prices/rates.ts'
import type { ChainId } from '#shared/chains.ts'
import { depthFor, type Depth, type Rail, type ConfirmationOverrides } from '#shared/rails.ts'
import type { Currency } from '#shared/currency.ts'
import type { UsdCents } from '#shared/money.ts'

/** The operator's settings for payments; the same for every order. */
export interface PaymentPolicy {
  readonly confirmations: ConfirmationOverrides
  /** From this worth on an order waits until two nodes agree, if two are configured; below it only a contradiction stops it. */
  readonly quorumCents: UsdCents
  /** What all orders may be worth whose keys may leave within 24 hours without the agreement of two nodes. */
  readonly singleNodeCents: UsdCents
  /** The number of nodes configured for a chain. */
  readonly endpointCount: (chain: ChainId) => number
  readonly rates: Rates
  /** Of the shop's prices; an order keeps the one it was made in. */
  readonly currency: Currency
}

/** The depth an order's transfers must reach. */
export function depthOf(policy: PaymentPolicy, rail: Rail, worth: UsdCents): Depth {
  return depthFor(rail, worth, policy.confirmations.get(rail.setting))
}

/** Whether the transfers of every order are compared with a second node: two are configured for the chain. */
export function asksEveryNode(policy: Pick<PaymentPolicy, 'endpointCount'>, chain: ChainId): boolean {
  return policy.endpointCount(chain) >= 2
}

/** Whether a second node must confirm an order's transfers: the price is high enough and two nodes are configured. */
export function needsQuorum(policy: PaymentPolicy, rail: Rail, worth: UsdCents): boolean {
  return worth >= policy.quorumCents && asksEveryNode(policy, rail.chain)
}
