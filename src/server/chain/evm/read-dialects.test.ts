import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import { tronAddress, tronToHex } from '#server/chain/addresses/tron-address.ts'
import type { ChainReader, FoundTransfer, Watch } from '#server/chain/chain-reader.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import { atoms } from '#shared/money.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { startDialectProxy, type DialectProxy, type DialectProxyOptions } from '#test/nodes/dialect-proxy.ts'
import { deployToken, height, mine, sendEth, sendToken } from '#test/nodes/evm-wallet.ts'
import { OLD_NODE, TEN_BLOCKS, TEN_BLOCKS_ETHEREUM, TRON } from '#test/nodes/proxy-dialects.ts'
import { unownedHexAddress, watchList } from '#test/nodes/watch-list.ts'
import { attest } from '#test/attest.ts'
import { createEvmReader } from './create-evm-reader.ts'
import type { EvmEndpointsOptions } from './open-evm-endpoints.ts'

const log = createLog({ level: 'silent' })

async function findAll(
  reader: ChainReader,
  from: number,
  to: number,
  watch: Watch,
): Promise<FoundTransfer[]> {
  const found: FoundTransfer[] = []
  for (let at = from; at < to;) {
    const scanned = await reader.scan(at, to, watch)
    found.push(...scanned.transfers)
    at = scanned.upTo.height
  }
  return found
}

describe.skipIf(!hasAnvil())('one reader, nodes with different dialects', () => {
  let anvil: Anvil
  let sixDecimals: string
  let eighteenDecimals: string
  const proxies: DialectProxy[] = []

  async function readerBehind(
    proxyOptions: Omit<DialectProxyOptions, 'upstream'>,
    options: Partial<EvmEndpointsOptions> & Pick<EvmEndpointsOptions, 'chain'>,
  ): Promise<{ reader: ChainReader; proxy: DialectProxy }> {
    const proxy = await startDialectProxy({ upstream: anvil.url, ...proxyOptions })
    proxies.push(proxy)
    const common = {
      urls: [proxy.url],
      tokens: [],
      chainId: anvil.chainId,
      headMaxAgeS: null,
      clock: systemClock,
      log,
      firstPauseMs: 1,
    }
    return { proxy, reader: createEvmReader({ ...common, ...options }) }
  }

  beforeAll(async () => {
    anvil = await startAnvil()
    sixDecimals = await deployToken(anvil, 6)
    eighteenDecimals = await deployToken(anvil, 18)
  })
  afterEach(() => Promise.all(proxies.splice(0).map((proxy) => proxy.stop())))
  afterAll(() => anvil.stop())

  test('BSC: a node limited to ten blocks per call is read completely after one rejection', async () => {
    const { reader, proxy } = await readerBehind(
      { dialect: TEN_BLOCKS },
      { chain: 'bsc', tokens: [{ asset: 'USDT', contract: eighteenDecimals }] },
    )
    const addresses = [1, 2, 3].map((n) => toChecksumAddress(unownedHexAddress(`bsc ${String(n)}`)))
    const from = await height(anvil)
    for (const address of addresses) {
      await sendToken(anvil, eighteenDecimals, address, 63_990_000_000_000_000_000n)
      await mine(anvil, 30)
    }
    const head = await reader.head()
    expect(await reader.finality(head, false)).toEqual({ height: head.height - 2, isReported: true })
    const found = await findAll(reader, from, head.height, watchList(addresses))
    expect(found.map((one) => [one.address, one.asset, one.atoms])).toEqual(
      addresses.map((address) => [address, 'USDT', 63_990_000_000_000_000_000n]),
    )
    expect(proxy.count('eth_getLogs')).toBe(1 + 9)
  })

  test('Ethereum: such a node is read completely too, ether and tokens', async () => {
    const { reader, proxy } = await readerBehind(
      { dialect: TEN_BLOCKS_ETHEREUM },
      { chain: 'ethereum', tokens: [{ asset: 'USDT', contract: sixDecimals }] },
    )
    const address = toChecksumAddress(unownedHexAddress('ten blocks of ethereum'))
    const from = await height(anvil)
    await sendToken(anvil, sixDecimals, address, 7n)
    await mine(anvil, 24)
    await sendEth(anvil, address, 9n)
    await mine(anvil)
    const found = await findAll(reader, from, from + 25, watchList([address]))
    expect(found.map((one) => [one.asset, one.atoms])).toEqual([
      ['USDT', 7n],
      ['ETH', 9n],
    ])
    expect(proxy.count('eth_getLogs')).toBe(1 + 3)
  })

  test('BSC: BNB sent by mistake is found as a balance, without reading full blocks', async () => {
    const { reader, proxy } = await readerBehind(
      { dialect: TEN_BLOCKS },
      { chain: 'bsc', tokens: [{ asset: 'USDT', contract: eighteenDecimals }] },
    )
    const address = toChecksumAddress(unownedHexAddress('bnb'))
    const from = await height(anvil)
    await sendEth(anvil, address, 5n)
    await mine(anvil)
    const head = await reader.head()
    expect(await findAll(reader, from, head.height, watchList([address]))).toEqual([])
    expect(await reader.hiddenInflows([{ address, plainInflows: atoms(0n) }], head)).toMatchObject([
      { asset: 'BNB', address, atoms: 5n, evidence: 'balance', txHash: head.hash },
    ])
    expect(
      proxy.receivedCalls.some(
        ({ method, params }) => method === 'eth_getBlockByNumber' && params[1] === true,
      ),
    ).toBe(false)
  })

  test('Tron: 6,000 blocks, API key, addresses, finality, a balance and an attestation', async () => {
    const shiftBlocks = 6000
    const { reader, proxy } = await readerBehind(
      { dialect: TRON, apiKey: 'a-key', shiftBlocks },
      { chain: 'tron', tokens: [{ asset: 'USDT', contract: tronAddress(sixDecimals) }], apiKey: 'a-key' },
    )
    const addresses = [1, 2].map((n) => tronAddress(unownedHexAddress(`tron ${String(n)}`)))
    const [first = '', second = ''] = addresses
    await sendToken(anvil, sixDecimals, tronToHex(first), 7n)
    await mine(anvil, 25)
    await sendToken(anvil, sixDecimals, tronToHex(second), 8n)
    await mine(anvil)
    expect(await reader.check()).toEqual([])
    const head = await reader.head()
    expect(head.height).toBe((await height(anvil)) + shiftBlocks)
    expect(await reader.finality(head, false)).toEqual({ height: head.height - 19, isReported: true })
    const found = await findAll(reader, 0, head.height, watchList(addresses))
    expect(found.map((one) => [one.address, one.asset, one.atoms])).toEqual([
      [first, 'USDT', 7n],
      [second, 'USDT', 8n],
    ])
    expect(found[1]?.block).toEqual(await reader.blockAt(head.height))
    expect(await reader.tokenBalances([first, second], 'USDT', head)).toEqual({
      balances: [7n, 8n],
      upTo: head.height,
    })
    expect(await attest(reader, found[0] as FoundTransfer)).toMatchObject([{ says: 'agrees' }])
    expect(await reader.hiddenInflows([{ address: first, plainInflows: atoms(0n) }], head)).toEqual([])
    expect(proxy.receivedCalls.flatMap(({ params }) => params)).not.toContain('safe')
  })

  test('Tron: without its API key nothing is read, and the error contains neither key nor address', async () => {
    const { reader, proxy } = await readerBehind(
      { dialect: TRON, apiKey: 'a-key' },
      { chain: 'tron', apiKey: 'wrong' },
    )
    const [fault] = await reader.check()
    expect(fault).toMatchObject({ endpoint: 'tron node 1', kind: 'down' })
    expect(fault?.message).not.toContain('wrong')
    expect(fault?.message).not.toContain(proxy.url.slice(7))
  })

  test('Tron: a node that requests a pause gets at least 30 s', async () => {
    const { reader, proxy } = await readerBehind({ dialect: TRON }, { chain: 'tron' })
    proxy.faults.http = { status: 403 }
    await expect(reader.head()).rejects.toMatchObject({
      kind: 'limited',
      retryAfterMs: expect.closeTo(30_000, -2) as number,
    })
  })

  test('a node that supports neither `finalized` nor block hashes as parameters is read by depth and number', async () => {
    const { reader } = await readerBehind(
      { dialect: OLD_NODE },
      { chain: 'ethereum', tokens: [{ asset: 'USDT', contract: sixDecimals }] },
    )
    const address = toChecksumAddress(unownedHexAddress('old node'))
    await mine(anvil, 100)
    const from = await height(anvil)
    await sendToken(anvil, sixDecimals, address, 7n)
    await sendEth(anvil, address, 9n)
    await mine(anvil)
    const head = await reader.head()
    expect(await reader.finality(head, false)).toEqual({ height: head.height - 96, isReported: false })
    const found = await findAll(reader, from, head.height, watchList([address]))
    expect(found.map((one) => [one.asset, one.atoms])).toEqual([
      ['ETH', 9n],
      ['USDT', 7n],
    ])
    expect(await reader.hiddenInflows([{ address, plainInflows: atoms(4n) }], head)).toMatchObject([
      { atoms: 5n },
    ])
  })

  test('a wrong network, wrong decimals and a missing contract are reported as mismatches; such a node is not read', async () => {
    const wrong = async (options: Partial<EvmEndpointsOptions>) =>
      (
        await readerBehind(
          {},
          { chain: 'ethereum', tokens: [{ asset: 'USDT', contract: sixDecimals }], ...options },
        )
      ).reader
    const message = async (reader: ChainReader) =>
      (await reader.check()).map((fault) => [fault.kind, fault.message])
    expect(await message(await wrong({ chainId: 1 }))).toEqual([
      ['mismatch', 'expected chain id 1, got 31337; set the node of the right network'],
    ])
    expect(await message(await wrong({ tokens: [{ asset: 'USDT', contract: eighteenDecimals }] }))).toEqual([
      ['mismatch', 'expected a USDT contract with 6 decimals, got 18; check its address'],
    ])
    expect(
      await message(
        await wrong({
          tokens: [{ asset: 'USDT', contract: toChecksumAddress(unownedHexAddress('no contract')) }],
        }),
      ),
    ).toEqual([['mismatch', 'the USDT contract is not on this chain; check its address']])
    await expect((await wrong({ chainId: 1 })).head()).rejects.toMatchObject({ kind: 'mismatch' })
  })

  describe('many watched addresses', () => {
    const payees = [0, 499, 500, 699]
    const manyAddresses = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        toChecksumAddress(unownedHexAddress(`many ${String(index)}`)),
      )

    async function payAndScan(count: number, shiftBlocks: number) {
      const { reader, proxy } = await readerBehind(
        { shiftBlocks },
        { chain: 'bsc', tokens: [{ asset: 'USDT', contract: eighteenDecimals }] },
      )
      const addresses = manyAddresses(count)
      for (const at of payees) await sendToken(anvil, eighteenDecimals, addresses[at] ?? '', BigInt(at + 1))
      await mine(anvil)
      const { height: to } = await reader.head()
      const watch = watchList(addresses)
      const scanned = await reader.scan(to - Math.max(shiftBlocks, 1), to, watch)
      const filters = proxy.receivedCalls
        .filter(({ method }) => method === 'eth_getLogs')
        .map(({ params }) => params[0])
      return { scanned, filters: filters as { topics: unknown[] }[], watch }
    }

    test('700 addresses over 600 blocks take two calls that name at most 500 each', async () => {
      const { scanned, filters } = await payAndScan(700, 600)
      expect(filters.map(({ topics }) => (topics[2] as string[]).length)).toEqual([500, 200])
      expect(scanned.transfers.map((one) => one.atoms)).toEqual(payees.map((at) => BigInt(at + 1)))
    })

    test('700 addresses at the head are not named, nor are 10,000: all logs of a block are fewer', async () => {
      for (const count of [700, 10_000]) {
        const { scanned, filters, watch } = await payAndScan(count, 0)
        expect(filters.map(({ topics }) => topics.length)).toEqual([1])
        expect(watch.callCount()).toBe(1)
        expect(scanned.transfers.map((one) => one.atoms)).toEqual(payees.map((at) => BigInt(at + 1)))
      }
    })

    test('without watched addresses, blocks are skipped without requesting logs', async () => {
      const { reader, proxy } = await readerBehind(
        {},
        { chain: 'ethereum', tokens: [{ asset: 'USDT', contract: sixDecimals }] },
      )
      const to = await height(anvil)
      const scanned = await reader.scan(0, to, watchList([]))
      expect(scanned).toMatchObject({ transfers: [], upTo: { height: Math.min(to, 16) } })
      expect(proxy.count('eth_getLogs')).toBe(0)
    })
  })
})
