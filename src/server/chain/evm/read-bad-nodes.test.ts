import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import { ChainError, type ChainReader, type FoundTransfer, type Watch } from '#server/chain/chain-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { startDialectProxy, type DialectProxy } from '#test/nodes/dialect-proxy.ts'
import { noFaults } from '#test/nodes/node-faults.ts'
import type { Wire } from '#test/nodes/proxy-shift.ts'
import { deployToken, height, mine, reorg, sendEth, sendToken } from '#test/nodes/evm-wallet.ts'
import { unownedHexAddress, watchList } from '#test/nodes/watch-list.ts'
import { attest } from '#test/attest.ts'
import { createEvmReader } from './create-evm-reader.ts'
import type { EvmEndpointsOptions } from './open-evm-endpoints.ts'

describe.skipIf(!hasAnvil())('nodes that fail, lag or return false data', () => {
  let anvil: Anvil
  let token: string
  let first: DialectProxy
  let second: DialectProxy
  let nowMs = 0
  let logged: string[] = []
  let used = 0

  const freshAddress = (): string => toChecksumAddress(unownedHexAddress(`bad nodes ${String((used += 1))}`))
  const readerOver = (
    nodes: readonly DialectProxy[],
    options: Partial<EvmEndpointsOptions> = {},
  ): ChainReader =>
    createEvmReader({
      chain: 'ethereum',
      urls: nodes.map(({ url }) => url),
      chainId: anvil.chainId,
      tokens: [{ asset: 'USDT', contract: token }],
      headMaxAgeS: null,
      clock: () => new Date(nowMs),
      log: createLog({ level: 'debug', write: (line) => void logged.push(line) }),
      timeoutMs: 3_000,
      ...options,
    })
  async function payment(): Promise<{
    from: number
    to: number
    watch: Watch
    isFound: (found: readonly FoundTransfer[]) => boolean
  }> {
    const from = await height(anvil)
    const address = freshAddress()
    const txHash = await sendToken(anvil, token, address, 7n)
    await mine(anvil)
    const isFound = (found: readonly FoundTransfer[]): boolean =>
      found.length === 1 && found[0]?.txHash === txHash && found[0].atoms === 7n
    return { from, to: from + 1, watch: watchList([address]), isFound }
  }
  async function failure(promise: Promise<unknown>): Promise<ChainError> {
    const error: unknown = await promise.then(
      (value) => `answered ${JSON.stringify(value)}`,
      (thrown: unknown) => thrown,
    )
    if (!(error instanceof ChainError)) throw new Error(`expected a ChainError, got ${String(error)}`)
    return error
  }

  beforeAll(async () => {
    anvil = await startAnvil()
    token = await deployToken(anvil, 6)
    first = await startDialectProxy({ upstream: anvil.url })
    second = await startDialectProxy({ upstream: anvil.url })
  })
  beforeEach(() => {
    nowMs = 1_800_000_000_000
    logged = []
    Object.assign(first.faults, noFaults())
    Object.assign(second.faults, noFaults())
  })
  afterAll(async () => {
    await Promise.all([first.stop(), second.stop()])
    await anvil.stop()
  })

  test('a node outage loses nothing: the scan fails, is retried, and then finds the payment', async () => {
    const reader = readerOver([first])
    const { from, to, watch, isFound } = await payment()
    await first.goDown()
    const error = await failure(reader.scan(from, to, watch))
    expect(error).toMatchObject({ kind: 'down', chain: 'ethereum' })
    await first.comeBack()
    expect(await failure(reader.scan(from, to, watch))).toMatchObject({ kind: 'down' })
    nowMs += error.retryAfterMs ?? 0
    expect(isFound((await reader.scan(from, to, watch)).transfers)).toBe(true)
  })

  test.each([
    ['refuses connections', () => first.goDown(), () => first.comeBack()],
    ['hangs', () => void (first.faults.hangs = true), () => undefined],
    ['answers 500', () => void (first.faults.http = { status: 500 }), () => undefined],
    ['answers 429', () => void (first.faults.http = { status: 429, retryAfterS: 20 }), () => undefined],
  ])('the second node is used when the first %s', async (_what, breakIt, repair) => {
    const reader = readerOver([first, second])
    const { from, to, watch, isFound } = await payment()
    await breakIt()
    expect(isFound((await reader.scan(from, to, watch)).transfers)).toBe(true)
    expect((await reader.head()).height).toBe(to)
    await repair()
  })

  test('a node that requests a pause receives no requests until it is over', async () => {
    const reader = readerOver([first])
    first.faults.http = { status: 429, retryAfterS: 20 }
    const error = await failure(reader.head())
    expect(error).toMatchObject({ kind: 'limited', retryAfterMs: 20_000 })
    const asked = first.receivedCalls.length
    nowMs += 19_999
    expect(await failure(reader.head())).toMatchObject({ kind: 'limited', retryAfterMs: 1 })
    expect(first.receivedCalls.length).toBe(asked)
    first.faults.http = null
    nowMs += 1
    expect((await reader.head()).height).toBe(await height(anvil))
  })

  test('if every third call is rejected, nothing is lost over many scans', async () => {
    const reader = readerOver([first])
    const address = freshAddress()
    const start = await height(anvil)
    for (let count = 0; count < 6; count += 1) {
      await sendToken(anvil, token, address, BigInt(count + 1))
      await mine(anvil)
    }
    await reader.head()
    first.faults.http = { status: 429, every: 7 }
    const found: bigint[] = []
    let refusals = 0
    for (let at = start; at < start + 6;) {
      try {
        const scanned = await reader.scan(at, at + 1, watchList([address]))
        found.push(...scanned.transfers.map((one) => one.atoms))
        at = scanned.upTo.height
      } catch (error) {
        refusals += 1
        nowMs += (error as ChainError).retryAfterMs ?? 0
      }
    }
    expect(found).toEqual([1n, 2n, 3n, 4n, 5n, 6n])
    expect(refusals).toBeGreaterThan(0)
  })

  test('a node whose head is older than the chain allows is lagging; the next node is used', async () => {
    const reader = readerOver([first, second], { headMaxAgeS: 180 })
    const newest = (await readerOver([second]).head()).at.getTime()
    nowMs = newest + 180_000
    expect((await reader.head()).height).toBe(await height(anvil))
    nowMs += 1
    expect(await failure(reader.head())).toMatchObject({ kind: 'lags' })
    expect(await reader.check()).toMatchObject([
      { endpoint: 'ethereum node 1', kind: 'lags' },
      { endpoint: 'ethereum node 2', kind: 'lags' },
    ])
  })

  test('an empty reply of a node that does not know the block yet never counts', async () => {
    const { from, to, watch, isFound } = await payment()
    first.faults.lagBlocks = 1
    expect(await failure(readerOver([first]).scan(from, to, watch))).toMatchObject({ kind: 'lags' })
    expect(isFound((await readerOver([first, second]).scan(from, to, watch)).transfers)).toBe(true)
  })

  test('behind a load balancer, a backend that lacks the block is not mistaken for a block without logs', async () => {
    const { from, to, watch, isFound } = await payment()
    const reader = readerOver([first])
    first.faults.logsLagBlocks = 1
    expect(await failure(reader.scan(from, to, watch))).toMatchObject({ kind: 'lags' })
    first.faults.logsLagBlocks = 0
    nowMs += 60_000
    expect(isFound((await reader.scan(from, to, watch)).transfers)).toBe(true)
  })

  test('behind a load balancer, logs that a lagging backend omitted are found by the next scan', async () => {
    await mine(anvil, 3)
    const { from, to, watch, isFound } = await payment()
    const reader = readerOver([first])
    first.faults.logsLagBlocks = 1
    expect((await reader.scan(from - 3, to, watch)).transfers).toEqual([])
    await mine(anvil, 2)
    expect(isFound((await reader.scan(to, to + 2, watch)).transfers)).toBe(true)
  })

  test('removed logs and duplicates are dropped; logs that were not requested make the scan fail', async () => {
    const { from, to, watch, isFound } = await payment()
    const reader = readerOver([first])
    first.faults.logs = (logs) =>
      logs.flatMap((log) => [log, { ...log, removed: true, logIndex: '0x8' }, log])
    expect(isFound((await reader.scan(from, to, watch)).transfers)).toBe(true)
    const others: readonly ((log: Wire) => Wire)[] = [
      (log) => ({ ...log, address: unownedHexAddress('fake token') }),
      (log) => ({ ...log, topics: [`0x${'2'.repeat(64)}`, ...(log['topics'] as string[]).slice(1)] }),
      (log) => ({ ...log, topics: [...(log['topics'] as string[]).slice(0, 2), `0x${'0'.repeat(64)}`] }),
      (log) => ({ ...log, blockNumber: '0x1' }),
    ]
    for (const other of others) {
      first.faults.logs = (logs) => logs.flatMap((log) => [log, { ...other(log), logIndex: '0x5' }])
      expect(await failure(reader.scan(from, to, watch))).toMatchObject({ kind: 'down' })
      nowMs += 60_000
      expect(isFound((await readerOver([first, second]).scan(from, to, watch)).transfers)).toBe(true)
    }
    first.faults.logs = (logs) => logs.map((log) => ({ ...log, blockHash: `0x${'3'.repeat(64)}` }))
    expect(await failure(reader.scan(from, to, watch))).toMatchObject({ kind: 'inconsistent' })
    first.faults.logs = (logs) => logs.map(() => ({ what: 'nonsense' }))
    nowMs += 60_000
    expect(await failure(reader.scan(from, to, watch))).toMatchObject({ kind: 'down' })
  })

  test('a block that is replaced while it is read is not used', async () => {
    const { from, watch, isFound } = await payment()
    await mine(anvil, 2)
    const reader = readerOver([first])
    await reader.head()
    first.faults.logs = (logs) => {
      first.faults.block = (block) => ({ ...block, hash: `0x${'4'.repeat(64)}` })
      return logs
    }
    expect(await failure(reader.scan(from, from + 3, watch))).toMatchObject({ kind: 'inconsistent' })
    Object.assign(first.faults, noFaults())
    nowMs += 60_000
    expect(isFound((await reader.scan(from, from + 3, watch)).transfers)).toBe(true)
    await reorg(anvil, 3)
    expect((await reader.scan(from, from + 3, watch)).transfers).toEqual([])
  })

  test('two nodes are asked about a transfer, and the one with other data disagrees', async () => {
    const { from, to, watch } = await payment()
    const reader = readerOver([first, second])
    const [transfer] = (await reader.scan(from, to, watch)).transfers as [FoundTransfer]
    expect((await attest(reader, transfer)).map(({ says }) => says)).toEqual(['agrees', 'agrees'])
    second.faults.receipt = (receipt) => ({ ...receipt, status: '0x0' })
    expect((await attest(reader, transfer)).map(({ says }) => says)).toEqual(['agrees', 'disagrees'])
    const otherHash = `0x${'5'.repeat(64)}`
    Object.assign(second.faults, noFaults(), {
      block: (block: object) => ({ ...block, hash: otherHash }),
      receipt: (receipt: object) => ({ ...receipt, blockHash: otherHash }),
    })
    expect((await attest(reader, transfer))[1]).toEqual({
      endpoint: 'ethereum node 2',
      says: 'disagrees',
      blockHash: otherHash,
    })
    Object.assign(second.faults, noFaults(), { http: { status: 500 } })
    expect((await attest(reader, transfer))[1]).toMatchObject({ says: 'unknown', blockHash: null })
  })

  test('a receipt that contradicts its block stops the scan', async () => {
    const from = await height(anvil)
    const address = freshAddress()
    await sendEth(anvil, address, 7n)
    await mine(anvil)
    first.faults.receipt = (receipt) => ({ ...receipt, blockHash: `0x${'6'.repeat(64)}` })
    expect(await failure(readerOver([first]).scan(from, from + 1, watchList([address])))).toMatchObject({
      kind: 'inconsistent',
    })
  })

  test('a node that comes back on another network is rejected', async () => {
    const other = await startAnvil({ chainId: 5 })
    try {
      const reader = createEvmReader({
        chain: 'ethereum',
        urls: [other.url, second.url],
        chainId: anvil.chainId,
        tokens: [{ asset: 'USDT', contract: token }],
        headMaxAgeS: null,
        clock: () => new Date(nowMs),
        log: createLog({ level: 'silent' }),
      })
      expect((await reader.head()).height).toBe(await height(anvil))
      expect((await reader.check()).map(({ endpoint, kind }) => [endpoint, kind])).toEqual([
        ['ethereum node 1', 'mismatch'],
      ])
    } finally {
      await other.stop()
    }
  })

  test('no log line and no error message contains the address of a node', async () => {
    const reader = readerOver([first, second])
    first.faults.http = { status: 500 }
    second.faults.hangs = true
    const error = await failure(reader.head())
    const text = [error.message, ...logged].join('\n')
    expect(logged.length).toBeGreaterThan(0)
    expect(text).not.toMatch(/127\.0\.0\.1|localhost|http:/)
  })
})
