import { describe } from 'vitest'
import { CHAINS } from '#shared/chains.ts'
import { acrossCases } from './across-cases.ts'
import { etherCases } from './ether-cases.ts'
import { BRIEF_WAYS } from './evm-chain-cases.ts'
import { reusedXpubCases } from './reused-xpub-cases.ts'
import { runCases, useLab } from './run-cases.ts'
import { simRig } from './sim-rig.ts'

/**
 * The simulated chain has one code for outputs, coins and tokens each. That every rail keeps every promise, real nodes prove.
 */
const WHOLE_WAYS = ['bitcoin', 'ethereum', 'ethereum by a contract', 'erc20']

for (const chain of CHAINS) {
  runCases(`simulated ${chain}`, {
    chain,
    mempool: chain === 'bitcoin',
    replacing: chain === 'bitcoin',
    age: false,
    quorum: false,
    wholeWays: WHOLE_WAYS,
    briefWays: BRIEF_WAYS,
    open: (shop) => simRig(shop, chain),
  })
  describe(`simulated ${chain}`, () => {
    reusedXpubCases(useLab({ open: (shop) => simRig(shop, chain) }))
  })
}

describe('simulated ethereum', () => {
  etherCases(useLab({ open: (shop) => simRig(shop, 'ethereum') }), { sweeping: false })
})
acrossCases('simulated', simRig)
