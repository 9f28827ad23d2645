import { CHAINS } from '#shared/rails.ts'
import { runCases } from './run-cases.ts'
import { simRig } from './sim-rig.ts'

for (const chain of CHAINS) {
  runCases(`simulated ${chain}`, {
    chain,
    mempool: chain === 'bitcoin',
    replacing: chain === 'bitcoin',
    open: (shop) => simRig(shop, chain),
  })
}
