import { describe } from 'vitest'
import { hasAnvil } from '#test/nodes/anvil.ts'
import { etherCases } from './ether-cases.ts'
import { evmChainCases } from './evm-chain-cases.ts'
import { evmRig } from './evm-rig.ts'
import { useLab } from './run-cases.ts'

describe.skipIf(!hasAnvil())('on a real EVM node', () => {
  evmChainCases('ethereum')
  describe('ethereum', () => {
    etherCases(useLab({ open: (shop) => evmRig(shop, 'ethereum') }), { sweeping: true })
  })
})
