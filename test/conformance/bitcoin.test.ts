import { describe } from 'vitest'
import { findBitcoind } from '#test/nodes/bitcoind.ts'
import { bitcoindRig, esploraRig } from './bitcoin-rig.ts'
import { reusedXpubCases } from './reused-xpub-cases.ts'
import { runCases, useLab } from './run-cases.ts'

describe.skipIf((await findBitcoind()) === null)('on a real bitcoind', () => {
  const setting = { chain: 'bitcoin', mempool: true, replacing: true, age: true, quorum: true } as const
  runCases('bitcoind', { ...setting, open: bitcoindRig })
  runCases('Esplora', { ...setting, open: esploraRig })
  describe('bitcoind', () => {
    reusedXpubCases(useLab({ open: bitcoindRig }), { tellingUse: false })
  })
  describe('Esplora', () => {
    reusedXpubCases(useLab({ open: esploraRig }))
  })
})
