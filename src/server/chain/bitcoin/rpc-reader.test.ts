import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '#server/runtime/log.ts'
import { systemClock, type Clock } from '#server/runtime/clock.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { startFaultProxy } from '#test/conformance/fault-proxy.ts'
import { findBitcoind, startBitcoind, type Bitcoind } from '#test/nodes/bitcoind.ts'
import { fixedWatch } from '#test/nodes/fixed-watch.ts'
import { until } from '#test/until.ts'
import { attest } from '#test/attest.ts'
import { createBitcoinRpcReader, type BitcoinRpcReaderOptions } from './rpc-reader.ts'

const log = createLog({ level: 'silent' })
const DAY_S = 24 * 3600

function read(urls: readonly string[], more: Partial<BitcoinRpcReaderOptions> = {}): ChainReader {
  return createBitcoinRpcReader({
    urls,
    chain: 'bitcoin',
    network: 'regtest',
    clock: systemClock,
    log,
    firstPauseMs: 1,
    ...more,
  })
}

/** Counts the calls of a reader by method; each member of a batch counts. */
function countingFetch(): { asked: Map<string, number>; fetch: typeof globalThis.fetch } {
  const asked = new Map<string, number>()
  return {
    asked,
    fetch: (input, init) => {
      const body = JSON.parse(init?.body as string) as { method: string } | { method: string }[]
      for (const { method } of [body].flat()) asked.set(method, (asked.get(method) ?? 0) + 1)
      return globalThis.fetch(input, init)
    },
  }
}

describe.skipIf((await findBitcoind()) === null)('one or two bitcoind nodes', () => {
  let node: Bitcoind
  let other: Bitcoind
  beforeAll(async () => {
    ;[node, other] = await Promise.all([startBitcoind(), startBitcoind({ blocks: 0 })])
    await connected()
  })
  afterAll(() => Promise.all([node.stop(), other.stop()]))

  async function connected(): Promise<void> {
    await other.connect(node)
    const isOneChain = async (): Promise<boolean> =>
      (await node.rpc('getbestblockhash')) === (await other.rpc('getbestblockhash'))
    await until(isOneChain, { what: 'both nodes on one block' })
  }

  test('when two branches meet, a payment in the shorter one is gone until it is mined again', async () => {
    const reader = read([node.url])
    const ours = await node.address()
    const watch = fixedWatch([ours])
    await other.disconnect()
    const { height: start } = await reader.head()
    const txHash = await node.send({ address: ours, sats: 100_000n })
    await node.mine()
    const before = await reader.scan(start, start + 1, watch)
    expect(before.transfers).toMatchObject([{ txHash }])

    await other.mine(2)
    await connected()
    expect((await reader.blockAt(start + 1))?.hash).not.toBe(before.upTo.hash)
    expect((await reader.scan(start, start + 2, watch)).transfers).toEqual([])
    expect(await reader.unconfirmed(watch)).toMatchObject([{ txHash }])
    await node.mine()
    expect((await reader.scan(start + 2, start + 3, watch)).transfers).toMatchObject([{ txHash }])
  })

  test('the second node is used while the first is down, and faults name nodes by number, not by address', async () => {
    await connected()
    const reader = read([other.url, node.url])
    const { height } = await reader.head()
    await other.down()
    expect((await reader.head()).height).toBe(height)
    const faults = await reader.check()
    expect(faults).toMatchObject([{ endpoint: 'bitcoin node 1', kind: 'down' }])
    expect(JSON.stringify(faults)).not.toMatch(/127\.0\.0\.1|keyhold:|regtest@/)
    await other.up()
    expect(await reader.check()).toEqual([])
    await connected()
  })

  test('two nodes agree on a transfer that both have, and a node without the block replies unknown', async () => {
    const reader = read([node.url, other.url])
    const ours = await node.address()
    const { height } = await reader.head()
    await node.send({ address: ours, sats: 100_000n })
    await other.disconnect()
    await node.mine()
    const [transfer] = (await reader.scan(height, height + 1, fixedWatch([ours]))).transfers
    if (transfer === undefined) throw new Error('expected a transfer')
    const says = async () => (await attest(reader, transfer)).map((one) => one.says)
    expect(await says()).toEqual(['agrees', 'unknown'])
    await connected()
    expect(await says()).toEqual(['agrees', 'agrees'])
    await other.down()
    expect(await says()).toEqual(['agrees', 'unknown'])
    await other.up()
    await connected()
  })

  test('only new mempool transactions are fetched, and every payment to the shop is reported each time', async () => {
    const { asked, fetch } = countingFetch()
    const reader = read([node.url], { fetch })
    const ours = await node.address()
    const watch = fixedWatch([ours])
    const stranger = await node.address()
    for (let sent = 0; sent < 15; sent += 1) await node.send({ address: stranger, sats: 20_000n })
    const mine = await node.send({ address: ours, sats: 30_000n })
    expect(await reader.unconfirmed(watch)).toMatchObject([{ txHash: mine }])
    const { length: size } = await node.rpc<string[]>('getrawmempool')
    expect(asked.get('getrawtransaction')).toBe(size)

    expect(await reader.unconfirmed(watch)).toMatchObject([{ txHash: mine }])
    const second = await node.send({ address: ours, sats: 30_001n })
    const found = await reader.unconfirmed(watch)
    expect(found?.map((transfer) => transfer.txHash).toSorted()).toEqual([mine, second].toSorted())
    expect(asked.get('getrawtransaction')).toBe(size + 1)
    expect(await reader.unconfirmed(fixedWatch([stranger.slice(1)]))).toEqual([])

    const restarted = read([node.url])
    expect(await restarted.unconfirmed(watch)).toHaveLength(2)
    await node.mine()
    expect(await reader.unconfirmed(watch)).toEqual([])
  })

  test('a node that is still loading its mempool lists nothing, and is not taken as not knowing', async () => {
    const proxy = await startFaultProxy(node.url)
    try {
      const ours = await node.address()
      const watch = fixedWatch([ours])
      const txHash = await node.send({ address: ours, sats: 30_000n })
      const unknown = '00'.repeat(32)
      proxy.rewriteAnswers('"loaded":true', '"loaded":false')
      const reader = read([proxy.url])
      expect(await reader.unconfirmed(watch)).toBeNull()
      expect(await reader.knowsTransaction(unknown)).toBeNull()
      // another node has loaded its own
      expect(await read([proxy.url, node.url]).knowsTransaction(txHash)).toBe(true)
      await proxy.repair()
      expect(await reader.unconfirmed(watch)).toMatchObject([{ txHash }])
      expect(await reader.knowsTransaction(txHash)).toBe(true)
      expect(await reader.knowsTransaction(unknown)).toBe(false)
      await node.mine()
    } finally {
      await proxy.stop()
    }
  })

  test('a failure to load the addresses loses nothing: the same transactions are checked again', async () => {
    const reader = read([node.url])
    const ours = await node.address()
    const txHash = await node.send({ address: ours, sats: 30_000n })
    const broken = { ...fixedWatch([ours]), among: () => Promise.reject(new Error('the database is away')) }
    await expect(reader.unconfirmed(broken)).rejects.toThrow('the database is away')
    expect(await reader.unconfirmed(fixedWatch([ours]))).toMatchObject([{ txHash }])
    await node.mine()
  })

  test('many blocks are read in parts, and none is skipped', async () => {
    const reader = read([node.url])
    const ours = await node.address()
    const { height: start } = await reader.head()
    for (let block = 0; block < 20; block += 1) {
      await node.send({ address: ours, sats: 10_000n + BigInt(block) })
      await node.mine()
    }
    const first = await reader.scan(start, start + 20, fixedWatch([ours]))
    expect(first.upTo.height).toBeLessThan(start + 20)
    const second = await reader.scan(first.upTo.height, start + 20, fixedWatch([ours]))
    expect([...first.transfers, ...second.transfers].map((one) => Number(one.atoms) - 10_000)).toEqual(
      Array.from({ length: 20 }, (_, block) => block),
    )
  })

  test('a node that rejects the password is unavailable, and the error does not repeat the password', async () => {
    const reader = read([node.url.replace(':regtest@', ':0pen-sesame@')])
    const [fault] = await reader.check()
    expect(fault).toMatchObject({ kind: 'down' })
    expect(fault?.message).toContain('user or password')
    expect(fault?.message).not.toContain('0pen-sesame')
  })

  test('a node of another network is rejected, and the error names that network', async () => {
    const reader = read([node.url], { chain: 'bitcoin', network: 'mainnet', headMaxAgeS: null })
    expect(await reader.check()).toMatchObject([{ kind: 'mismatch' }])
    await expect(reader.head()).rejects.toMatchObject({
      kind: 'mismatch',
      message:
        'bitcoin: no node is available; bitcoin: bitcoin node 1 is on chain "regtest", expected Bitcoin mainnet',
    })
  })

  test('a node whose head is older than the limit is lagging', async () => {
    await node.mine()
    const late: Clock = () => new Date(systemClock().getTime() + 4 * 3600 * 1000)
    expect(await read([node.url], { clock: late }).check()).toEqual([])
    const strict = read([node.url], { clock: late, headMaxAgeS: 3 * 3600 })
    expect(await strict.check()).toMatchObject([{ endpoint: 'bitcoin node 1', kind: 'lags' }])
    await expect(strict.head()).rejects.toMatchObject({ kind: 'lags' })
  })
})

describe.skipIf((await findBitcoind()) === null)('a single bitcoind', () => {
  test('it is lagging while it loads the chain, until its first new block', async () => {
    const node = await startBitcoind()
    try {
      const reader = read([node.url])
      await node.down()
      await expect(reader.head()).rejects.toMatchObject({ kind: 'down' })
      const inTwoDays = Math.floor(systemClock().getTime() / 1000) + 2 * DAY_S
      await node.up(`-mocktime=${String(inTwoDays)}`)
      expect(await reader.check()).toMatchObject([{ kind: 'lags' }])
      await node.mine()
      expect(await reader.check()).toEqual([])
    } finally {
      await node.stop()
    }
  })

  test('a restart in the middle does not change the result', async () => {
    const node = await startBitcoind()
    try {
      const reader = read([node.url])
      const ours = await node.address()
      const watch = fixedWatch([ours])
      const { height } = await reader.head()
      await node.send({ address: ours, sats: 40_000n })
      await node.mine()
      const before = await reader.scan(height, height + 1, watch)
      const waiting = await node.send({ address: ours, sats: 41_000n })
      await node.down()
      await expect(reader.scan(height, height + 1, watch)).rejects.toMatchObject({ kind: 'down' })
      await node.up()
      await until(
        () =>
          reader.head().then(
            () => true,
            () => false,
          ),
        { what: 'a node that answers again' },
      )
      expect(await reader.scan(height, height + 1, watch)).toEqual(before)
      expect(await reader.unconfirmed(watch)).toMatchObject([{ txHash: waiting }])
    } finally {
      await node.stop()
    }
  })

  test('a pruned node serves recent blocks, and a missing block is reported as pruned', async () => {
    const node = await startBitcoind({ blocks: 900, flags: ['-txindex=0', '-prune=1', '-fastprune'] })
    try {
      await node.rpc('pruneblockchain', [600])
      const reader = read([node.url])
      const { height } = await reader.head()
      const ours = await node.address()
      const watch = fixedWatch([ours])
      const txHash = await node.send({ address: ours, sats: 40_000n })
      const inputs = (await reader.unconfirmed(watch))?.[0]?.inputs ?? []
      await node.mine()
      const [transfer] = (await reader.scan(height, height + 1, watch)).transfers
      if (transfer === undefined) throw new Error('expected a transfer')
      expect(transfer.txHash).toBe(txHash)
      expect(await attest(reader, transfer)).toMatchObject([{ says: 'agrees' }])
      expect(await reader.isReplaced(txHash, inputs)).toBe(false)
      await expect(reader.scan(1, 2, watch)).rejects.toMatchObject({
        kind: 'down',
        message: expect.stringContaining('pruned') as string,
      })
    } finally {
      await node.stop()
    }
  })
})
