import type { PayTargetSettings } from '#server/payments/pay-target.ts'
import { CHAIN_TABLE, forEachChain } from '#shared/chains.ts'

/** Bitcoin simulated and the other chains on their main networks, with a contract for USDT. */
export const PAY_CHAINS: PayTargetSettings = forEachChain((chain) => ({
  isSimulated: chain === 'bitcoin',
  chainId: CHAIN_TABLE[chain].mainnetChainId,
  tokens: [{ asset: 'USDT', contract: `contract on ${chain}` }],
}))
