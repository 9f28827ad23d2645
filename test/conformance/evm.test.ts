import { describe } from 'vitest'
import { EVM_CHAINS } from '#shared/chains.ts'
import { hasAnvil } from '#test/nodes/anvil.ts'
import { acrossCases } from './across-cases.ts'
import { evmChainCases } from './evm-chain-cases.ts'
import { evmRig } from './evm-rig.ts'

// Ethereum has most of the ways to pay, and a file of its own
describe.skipIf(!hasAnvil())('on a real EVM node', () => {
  for (const chain of EVM_CHAINS) if (chain !== 'ethereum') evmChainCases(chain)
  acrossCases('real', evmRig)
})
