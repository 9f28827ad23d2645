import { describe } from 'vitest'
import { hasAnvil } from '#test/nodes/anvil.ts'
import { evmRig } from './evm-rig.ts'
import { runCases } from './run-cases.ts'

describe.skipIf(!hasAnvil())('on a real EVM node', () => {
  for (const chain of ['ethereum', 'bsc', 'tron'] as const) {
    runCases(chain, {
      chain,
      mempool: false,
      replacing: chain === 'ethereum',
      open: (shop) => evmRig(shop, chain),
    })
  }
})
