import { describe } from 'vitest'
import { CHAIN_TABLE, EVM_CHAINS } from '#shared/chains.ts'
import { hasAnvil } from '#test/nodes/anvil.ts'
import { evmRig } from './evm-rig.ts'
import { acrossCases } from './across-cases.ts'
import { etherCases } from './ether-cases.ts'
import { reusedXpubCases } from './reused-xpub-cases.ts'
import { runCases, useLab } from './run-cases.ts'

describe.skipIf(!hasAnvil())('on a real EVM node', () => {
  for (const chain of EVM_CHAINS) {
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
  describe('ethereum', () => {
    etherCases(useLab({ open: (shop) => evmRig(shop, 'ethereum') }), { sweeping: true })
  })
  acrossCases('real', evmRig)
})
