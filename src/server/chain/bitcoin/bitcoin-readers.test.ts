import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import { findBitcoind, startBitcoind, type Bitcoind } from '#test/nodes/bitcoind.ts'
import { startEsploraFacade, type EsploraFacade } from '#test/nodes/esplora-facade.ts'
import { fixedWatch } from '#test/nodes/fixed-watch.ts'
import type { ChainReader, FoundTransfer, Watch } from '#server/chain/chain-reader.ts'
import { attest } from '#test/attest.ts'
import { createBitcoinEsploraReader } from './esplora-reader.ts'
import { createBitcoinRpcReader } from './rpc-reader.ts'

const log = createLog({ level: 'silent' })
const shop = { chain: 'bitcoin', network: 'regtest', clock: systemClock, log, firstPauseMs: 1 } as const

/** Many more addresses than are polled one by one: both readers then read whole blocks. */
const STRANGERS = Array.from({ length: 200 }, (_, at) => `nobody-${String(at)}`)

describe.skipIf((await findBitcoind()) === null)('Bitcoin on a real node', () => {
  let node: Bitcoind
  let facade: EsploraFacade
  beforeAll(async () => {
    node = await startBitcoind()
    facade = await startEsploraFacade(node)
  })
  afterAll(async () => {
    await facade.stop()
    await node.stop()
  })

  describe.each([
    ['bitcoind', (): ChainReader => createBitcoinRpcReader({ ...shop, urls: [node.url] }), []],
    ['Esplora', (): ChainReader => createBitcoinEsploraReader({ ...shop, urls: [facade.url], gapMs: 0 }), []],
    [
      'Esplora by whole blocks',
      (): ChainReader => createBitcoinEsploraReader({ ...shop, urls: [facade.url], gapMs: 0 }),
      STRANGERS,
    ],
  ] as const)('through %s', (_name, create, strangers) => {
    let reader: ChainReader
    let ours: string
    let watch: Watch
    let start: number
    beforeEach(async () => {
      reader = create()
      ours = await node.address()
      watch = fixedWatch([ours, ...strangers])
      await node.mine()
      start = (await reader.head()).height
    })

    async function scanToHead(from = start): Promise<readonly FoundTransfer[]> {
      const found: FoundTransfer[] = []
      const { height } = await reader.head()
      let at = from
      while (at < height) {
        const { upTo, transfers } = await reader.scan(at, height, watch)
        found.push(...transfers)
        at = upTo.height
      }
      return found
    }

    /** The Esplora reader checks 40 addresses per poll and returns no result until it has checked all. */
    async function unconfirmed(): Promise<readonly FoundTransfer[]> {
      for (let look = 0; look < 10; look += 1) {
        const found = await reader.unconfirmed(watch)
        if (found !== null) return found
      }
      throw new Error('expected a view of the mempool within ten looks')
    }

    test('an exact payment is seen in the mempool and then in its block', async () => {
      const txHash = await node.send({ address: ours, sats: 125_000n })
      const expected = { asset: 'BTC', address: ours, atoms: 125_000n, evidence: 'output', txHash, index: 0 }
      expect(await unconfirmed()).toMatchObject([{ ...expected, block: null }])
      expect(await scanToHead()).toEqual([])

      await node.mine()
      const head = await reader.head()
      expect(await scanToHead()).toMatchObject([
        { ...expected, block: { height: head.height, hash: head.hash } },
      ])
      expect(await unconfirmed()).toEqual([])
      expect(await scanToHead(head.height - 1)).toHaveLength(1)
    })

    test('two outputs of one transaction to one address count as two transfers', async () => {
      const txHash = await node.send({ address: ours, sats: 60_000n }, { address: ours, sats: 40_001n })
      await node.mine()
      expect(await scanToHead()).toMatchObject([
        { txHash, index: 0, atoms: 60_000n },
        { txHash, index: 1, atoms: 40_001n },
      ])
    })

    test('amounts are exact to the last satoshi', async () => {
      const amounts = [546n, 100_000_001n, 1_234_567_89n]
      await node.send(...amounts.map((sats) => ({ address: ours, sats })))
      await node.mine()
      expect((await scanToHead()).map((transfer) => transfer.atoms)).toEqual(amounts)
    })

    test("a block's time is its median time past", async () => {
      await node.send({ address: ours, sats: 50_000n })
      await node.mine()
      const header = await node.rpc<{ mediantime: number; previousblockhash: string }>('getblockheader', [
        await node.rpc('getbestblockhash'),
      ])
      const [transfer] = await scanToHead()
      expect(transfer?.block?.at).toEqual(new Date(header.mediantime * 1000))
      expect(transfer?.block?.parentHash).toBe(header.previousblockhash)
    })

    test('a payment replaced by one to another address is gone and reported as replaced', async () => {
      const first = await node.send({ address: ours, sats: 70_000n })
      const seen = await unconfirmed()
      const inputs = seen[0]?.inputs ?? []
      expect(inputs.length).toBeGreaterThan(0)
      expect(await reader.isReplaced(first, inputs)).toBe(false)

      await node.replaceByFee(first, { address: await node.address(), sats: 70_000n })
      expect(await unconfirmed()).toEqual([])
      expect(await reader.isReplaced(first, inputs)).toBe(true)
      await node.mine(8)
      expect(await reader.isReplaced(first, inputs)).toBe(true)
      expect(await scanToHead()).toEqual([])
    })

    test('a payment replaced by one to the same address: the newer one is found, with the inputs of the older', async () => {
      const first = await node.send({ address: ours, sats: 70_000n })
      const before = await unconfirmed()
      const second = await node.replaceByFee(first, { address: ours, sats: 71_000n })
      const after = await unconfirmed()
      expect(after).toMatchObject([{ txHash: second, atoms: 71_000n }])
      expect(after[0]?.inputs).toEqual(expect.arrayContaining([...(before[0]?.inputs ?? [])]))
      await node.mine()
      expect(await scanToHead()).toMatchObject([{ txHash: second }])
      expect(await reader.isReplaced(second, after[0]?.inputs ?? [])).toBe(false)
    })

    test('a reorganisation removes a payment, and a later block contains it again', async () => {
      const txHash = await node.send({ address: ours, sats: 80_000n })
      await node.mine(2)
      const [before] = await scanToHead()
      await node.reorg(2)
      const now = await reader.blockAt(before?.block?.height ?? 0)
      expect(now?.hash).not.toBe(before?.block?.hash)
      expect(await scanToHead()).toEqual([])
      expect(await unconfirmed()).toMatchObject([{ txHash, block: null }])
      expect(await reader.isReplaced(txHash, before?.inputs ?? [])).toBe(false)

      await node.mine()
      const [again] = await scanToHead()
      expect(again).toMatchObject({ txHash, index: before?.index, atoms: before?.atoms })
      expect(again?.block?.hash).not.toBe(before?.block?.hash)
    })

    // holds I8
    test('a reorganisation may move a payment into another block', async () => {
      const txHash = await node.send({ address: ours, sats: 81_000n })
      await node.mine()
      const [before] = await scanToHead()
      await node.reorg(1, [txHash])
      const after = await scanToHead()
      expect(after).toMatchObject([{ txHash, block: { height: before?.block?.height } }])
      expect(after[0]?.block?.hash).not.toBe(before?.block?.hash)
    })

    test('every endpoint is asked about a transfer, and disagrees with one of an abandoned branch', async () => {
      await node.send({ address: ours, sats: 90_000n })
      await node.mine()
      const [transfer] = await scanToHead()
      if (transfer === undefined) throw new Error('expected a transfer')
      const endpoint = 'bitcoin node 1'
      const blockHash = transfer.block?.hash
      expect(await attest(reader, transfer)).toEqual([{ endpoint, says: 'agrees', blockHash }])
      const more = { ...transfer, atoms: (transfer.atoms + 1n) as typeof transfer.atoms }
      expect(await attest(reader, more)).toEqual([{ endpoint, says: 'disagrees', blockHash }])
      await node.reorg(1)
      const other = await node.rpc('getblockhash', [transfer.block?.height])
      expect(await attest(reader, transfer)).toEqual([{ endpoint, says: 'disagrees', blockHash: other }])
      const above = { ...transfer, block: { ...transfer.block, height: 100_000 } } as FoundTransfer
      expect(await attest(reader, above)).toEqual([{ endpoint, says: 'unknown', blockHash: null }])
    })

    test('no block exists above the head, and a scan beyond it is rejected', async () => {
      const { height } = await reader.head()
      expect(await reader.blockAt(height + 1)).toBeNull()
      await expect(reader.scan(height, height + 1, watch)).rejects.toThrow('has no block')
    })

    test('blocks are final five blocks below the head', async () => {
      const head = await reader.head()
      expect(await reader.finality(head, false)).toEqual({ height: head.height - 5, isReported: false })
      expect(head).toMatchObject((await reader.blockAt(head.height)) ?? {})
    })
  })

  test('an address with more than one page of history is read completely', async () => {
    const reader = createBitcoinEsploraReader({ ...shop, urls: [facade.url], gapMs: 0 })
    const ours = await node.address()
    const { height: start } = await reader.head()
    for (let sent = 0; sent < 60; sent += 1) {
      await node.send({ address: ours, sats: 10_000n + BigInt(sent) })
      if (sent % 20 === 19) await node.mine()
    }
    const { upTo, transfers } = await reader.scan(start, start + 3, fixedWatch([ours]))
    expect(upTo.height).toBe(start + 3)
    expect(new Set(transfers.map((transfer) => transfer.atoms)).size).toBe(60)
    // the transactions of the last blocks are read again, those above are not
    const second = await reader.scan(start + 1, start + 2, fixedWatch([ours]))
    const heights = second.transfers.map((one) => (one.block?.height ?? 0) - start)
    expect(heights.filter((height) => height === 2)).toHaveLength(20)
    expect(new Set(heights)).toEqual(new Set([1, 2]))
  })

  test.each([
    { by: 'the same reader', restarts: false },
    { by: 'a reader that has just started', restarts: true },
  ])(
    'what an index that lagged left out is found when there are too many addresses for it, by $by',
    async ({ restarts }) => {
      const create = () => createBitcoinEsploraReader({ ...shop, urls: [facade.url], gapMs: 0 })
      const first = create()
      const ours = await node.address()
      await node.mine()
      const { height: start } = await first.head()
      await node.send({ address: ours, sats: 70_000n })
      await node.mine(2)
      facade.indexLagBlocks = 2
      const before = await first.scan(start, start + 2, fixedWatch([ours]))
      expect(before).toMatchObject({ upTo: { height: start + 2 }, transfers: [] })
      facade.indexLagBlocks = 0
      const reader = restarts ? create() : first
      const many = fixedWatch([ours, ...STRANGERS])
      await node.mine(4)
      const after = await reader.scan(start + 2, start + 6, many)
      expect(after.transfers).toMatchObject([{ address: ours, atoms: 70_000n, block: { height: start + 1 } }])
      // whole blocks are read once
      const last = await reader.scan(after.upTo.height, start + 6, many)
      expect(last).toMatchObject({ upTo: { height: start + 6 }, transfers: [] })
    },
  )

  test('a server that requests a pause receives no requests, and no result is made up for it', async () => {
    const reader = createBitcoinEsploraReader({ ...shop, urls: [facade.url], gapMs: 0 })
    facade.fail(429)
    await expect(reader.head()).rejects.toMatchObject({ name: 'ChainError', kind: 'limited' })
    const { requestCount: asked } = facade
    await expect(reader.unconfirmed(fixedWatch([]))).rejects.toMatchObject({ kind: 'limited' })
    expect(facade.requestCount).toBe(asked)
    facade.fail(null)
  })

  test('the second server is used when the first is down', async () => {
    const broken = await startEsploraFacade(node)
    broken.fail(503)
    const reader = createBitcoinEsploraReader({ ...shop, urls: [broken.url, facade.url], gapMs: 0 })
    expect((await reader.head()).hash).toBe(await node.rpc('getbestblockhash'))
    expect(await reader.check()).toMatchObject([{ endpoint: 'bitcoin node 1', kind: 'down' }])
    await broken.stop()
  })

  test('a server of another network is detected by its first block', async () => {
    const reader = createBitcoinEsploraReader({
      ...shop,
      chain: 'bitcoin',
      network: 'mainnet',
      urls: [facade.url],
      gapMs: 0,
    })
    expect(await reader.check()).toMatchObject([{ endpoint: 'bitcoin node 1', kind: 'mismatch' }])
    await expect(reader.head()).rejects.toMatchObject({ kind: 'mismatch' })
  })
})
