import { describe } from 'vitest'
import { CHAIN_TABLE, type EvmChainId } from '#shared/chains.ts'
import { evmRig } from './evm-rig.ts'
import { reusedXpubCases } from './reused-xpub-cases.ts'
import { runCases, useLab } from './run-cases.ts'

/** The cases of one EVM chain, on a real node. */
export function evmChainCases(chain: EvmChainId): void {
  runCases(chain, {
    chain,
    mempool: false,
    replacing: CHAIN_TABLE[chain].readsCoinTransfers,
    age: true,
    quorum: true,
    open: (shop) => evmRig(shop, chain),
  })
  describe(CHAIN_TABLE[chain].id, () => {
    reusedXpubCases(useLab({ open: (shop) => evmRig(shop, chain) }))
  })
}
