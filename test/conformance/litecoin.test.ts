import { describe } from 'vitest'
import { findBitcoind } from '#test/nodes/bitcoind.ts'
import { litecoindRig } from './bitcoin-rig.ts'
import { runCases } from './run-cases.ts'

describe.skipIf((await findBitcoind('litecoin')) === null)('on a real litecoind', () => {
  runCases('litecoind', {
    chain: 'litecoin',
    mempool: true,
    replacing: true,
    age: true,
    quorum: true,
    open: litecoindRig,
  })
})
