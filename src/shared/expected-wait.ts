import { CHAIN_TABLE } from './chains.ts'
import { USD } from './currency.ts'
import { centsFromNumber, usdCents } from './money.ts'
import { depthFor, railOf, shownDepth, type NetworkId } from './rails.ts'

/** Simulated chains make a block every second. */
const SIMULATED_BLOCK_S = 1

interface WaitingPayment {
  readonly cryptoNetwork: NetworkId
  /** What the order is worth in dollars, as on the wire. */
  readonly priceUSD: number
  readonly requiredConfirmations: number
  readonly blockchainConfirmations: number
  readonly isSimulated: boolean
}

/**
 * Seconds until a payment has the confirmations it needs, as a rule; null if they should be there already, so that the
 * next one may come at any moment. Blocks come at random on Bitcoin, so this is an average and not a promise.
 */
export function expectedWaitS(payment: WaitingPayment): number | null {
  const rail = railOf(payment.cryptoNetwork)
  const { blockTimeS, finality } = CHAIN_TABLE[rail.chain]
  const { requiredConfirmations: required, blockchainConfirmations: confirmations, isSimulated } = payment
  const depth = depthFor(rail, usdCents(centsFromNumber(payment.priceUSD, USD) ?? 0), undefined)
  const isFinality = depth === 'finalized' && required === shownDepth(rail, depth)
  const blockS = isSimulated ? SIMULATED_BLOCK_S : blockTimeS
  const totalS = isFinality && !isSimulated ? finality.usualS : required * blockS
  const leftS = totalS - confirmations * blockS
  return leftS > 0 ? leftS : null
}
