import type { Rates } from '#server/prices/rates.ts'
import type { ChainId } from '#shared/chains.ts'
import { depthFor, type Depth, type Rail, type ConfirmationOverrides } from '#shared/rails.ts'
import type { Cents } from '#shared/money.ts'

/** What the operator has decided about payments; the same for every order. */
export interface PaymentPolicy {
  readonly confirmations: ConfirmationOverrides
  /** From this price on two nodes must agree, where two are set. */
  readonly quorumCents: Cents
  /** How many nodes are set for a chain. */
  readonly endpointCount: (chain: ChainId) => number
  readonly rates: Rates
}

/** How deep an order's transfers must lie. */
export function depthOf(policy: PaymentPolicy, rail: Rail, priceCents: number): Depth {
  return depthFor(rail, priceCents, policy.confirmations[rail.setting])
}

/** Whether an order is worth asking a second node, and one is set. */
export function needsQuorum(policy: PaymentPolicy, rail: Rail, priceCents: number): boolean {
  return priceCents >= policy.quorumCents && policy.endpointCount(rail.chain) >= 2
}
