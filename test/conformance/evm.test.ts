import { describe } from 'vitest'
import { hasAnvil } from '#test/nodes/anvil.ts'
import { evmRig } from './evm-rig.ts'
import { acrossCases } from './across-cases.ts'
import { etherCases } from './ether-cases.ts'
import { runCases, useLab } from './run-cases.ts'

describe.skipIf(!hasAnvil())('on a real EVM node', () => {
  for (const chain of ['ethereum', 'bsc', 'tron'] as const) {
    runCases(chain, {
      chain,
      mempool: false,
      replacing: chain === 'ethereum',
      age: true,
      quorum: true,
      open: (shop) => evmRig(shop, chain),
    })
  }
  describe('ethereum', () => {
    etherCases(useLab({ open: (shop) => evmRig(shop, 'ethereum') }), { sweeping: true })
  })
  acrossCases('real', evmRig)
})
