import { describe } from 'vitest'
import { CHAIN_TABLE, type EvmChainId } from '#shared/chains.ts'
import { evmRig } from './evm-rig.ts'
import { reusedXpubCases } from './reused-xpub-cases.ts'
import { runCases, useLab } from './run-cases.ts'

/**
 * One reader serves all EVM chains, whose figures are data. Coins, coins by a contract and tokens of 6 and of 18 decimals run
 * every case; the others those of payments, which depend on a chain's depth and a token's contract.
 */
const WHOLE_WAYS = ['ethereum', 'ethereum by a contract', 'erc20', 'bep20']
/** The coins beside USDC on the same chain, with the same decimals. */
export const BRIEF_WAYS = ['eurc-ethereum', 'eurc-base']

/** The cases of one EVM chain, on a real node. */
export function evmChainCases(chain: EvmChainId): void {
  runCases(chain, {
    chain,
    mempool: false,
    replacing: CHAIN_TABLE[chain].readsCoinTransfers,
    age: true,
    quorum: true,
    wholeWays: WHOLE_WAYS,
    briefWays: BRIEF_WAYS,
    open: (shop) => evmRig(shop, chain),
  })
  describe(CHAIN_TABLE[chain].id, () => {
    reusedXpubCases(useLab({ open: (shop) => evmRig(shop, chain) }))
  })
}
