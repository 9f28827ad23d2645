import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainReader, FoundTransfer } from '#server/chain/chain-reader.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import { findBitcoind } from '#test/nodes/bitcoind.ts'
import { startLitecoind, type Litecoind } from '#test/nodes/litecoind.ts'
import { watchList } from '#test/nodes/watch-list.ts'
import { createBitcoinRpcReader } from './rpc-reader.ts'

describe.skipIf((await findBitcoind('litecoin')) === null)('a litecoind with extension blocks', () => {
  let node: Litecoind
  let reader: ChainReader
  beforeAll(async () => {
    node = await startLitecoind()
    reader = createBitcoinRpcReader({
      urls: [node.url],
      chain: 'litecoin',
      network: 'regtest',
      clock: systemClock,
      log: createLog({ level: 'silent' }),
    })
  })
  afterAll(async () => node.stop())

  /** The transfers of the newest block to an address. */
  async function scanned(address: string): Promise<readonly FoundTransfer[]> {
    const height = await node.rpc<number>('getblockcount')
    const { transfers, upTo } = await reader.scan(height - 1, height, watchList([address]))
    expect(upTo.height).toBe(height)
    return transfers
  }

  /** Sends money that is in the extension block. */
  const payHidden = (address: string, amount: string) =>
    node.hidden((rpc) => rpc<string>('sendtoaddress', [address, amount]))
  const hiddenAddress = () => node.hidden((rpc) => rpc<string>('getnewaddress', ['', 'mweb']))

  test('a payment is found unconfirmed and in its block, in the asset of the chain', async () => {
    const address = await node.address()
    const txHash = await node.send({ address, sats: 63_990_000n })
    const paid = { asset: 'LTC', address, atoms: 63_990_000n, txHash, evidence: 'output' }
    expect(await reader.unconfirmed(watchList([address]))).toMatchObject([{ ...paid, block: null }])
    await node.mine()
    expect(await scanned(address)).toMatchObject([paid])
    expect(await reader.lookUpPayment({ txHash, address })).toMatchObject({
      kind: 'found',
      transfers: [paid],
    })
    expect(await reader.findPayout({ txHash, address, asset: 'LTC', blockHash: null })).toMatchObject([
      { says: 'found', atoms: 63_990_000n },
    ])
  })

  test('money that goes into an extension block pays nobody, and its block is read', async () => {
    const address = await node.address()
    const pegIn = await node.rpc<string>('sendtoaddress', [await hiddenAddress(), 10])
    expect(await reader.unconfirmed(watchList([address]))).toEqual([])
    const txHash = await node.send({ address, sats: 50_000_000n })
    const [hash = ''] = await node.mine()
    const { tx } = await node.rpc<{ tx: { txid: string; vout: { scriptPubKey: { type: string } }[] }[] }>(
      'getblock',
      [hash, 2],
    )
    const types = tx.map(({ vout }) => vout[0]?.scriptPubKey.type)
    expect(tx.map(({ txid }) => txid)).toContain(pegIn)
    expect(types).toContain('witness_mweb_pegin')
    expect(types.at(-1)).toBe('witness_mweb_hogaddr')
    expect(await scanned(address)).toMatchObject([{ txHash, atoms: 50_000_000n }])
  })

  test('a transaction within an extension block is read, and pays nobody', async () => {
    const address = await node.address()
    const hidden = await payHidden(await hiddenAddress(), '0.1')
    const { vin } = await node.rpc<{ vin: object[] }>('getrawtransaction', [hidden, true])
    expect(vin[0]).toMatchObject({ ismweb: true })
    expect(await reader.unconfirmed(watchList([address]))).toEqual([])
    expect(await reader.knowsTransaction(hidden)).toBe(true)
    await node.mine()
    expect(await scanned(address)).toEqual([])
  })

  test('money that comes out of an extension block is found in its block, paid by the last transaction', async () => {
    const address = await node.address()
    await payHidden(address, '0.25')
    expect(await reader.unconfirmed(watchList([address]))).toEqual([])
    const [hash = ''] = await node.mine()
    const { tx } = await node.rpc<{ tx: { txid: string }[] }>('getblock', [hash, 2])
    expect(await scanned(address)).toMatchObject([
      { asset: 'LTC', address, atoms: 25_000_000n, txHash: tx.at(-1)?.txid },
    ])
  })

  test('a node of Bitcoin in the place of one of Litecoin is refused', async () => {
    const wrong = createBitcoinRpcReader({
      urls: [node.url],
      chain: 'bitcoin',
      network: 'regtest',
      clock: systemClock,
      log: createLog({ level: 'silent' }),
    })
    const message = 'bitcoin node 1 is on another chain, expected Bitcoin regtest'
    expect(await wrong.check()).toEqual([{ endpoint: 'bitcoin node 1', kind: 'mismatch', message }])
    await expect(wrong.head()).rejects.toMatchObject({ kind: 'mismatch' })
  })
})
