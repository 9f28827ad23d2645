import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import type { ChainReader, FoundTransfer } from '#server/chain/chain-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { atoms } from '#shared/money.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import {
  deployToken,
  dropAndReplace,
  height,
  mine,
  reorg,
  sendEth,
  sendEthByContract,
  sendEthReverted,
  sendFakeToken,
  sendToken,
  sendTwoInOneTransaction,
  setTokenFee,
} from '#test/nodes/evm-wallet.ts'
import { unownedHexAddress, watchList } from '#test/nodes/watch-list.ts'
import { attest } from '#test/attest.ts'
import { createEvmReader } from './create-evm-reader.ts'

const ETHER = 10n ** 18n

describe.skipIf(!hasAnvil())('Ethereum on a real node', () => {
  let anvil: Anvil
  let token: string
  let reader: ChainReader
  let used = 0

  const freshAddress = (): string => toChecksumAddress(unownedHexAddress(`ethereum ${String((used += 1))}`))
  const readerOf = (contract: string): ChainReader =>
    createEvmReader({
      chain: 'ethereum',
      urls: [anvil.url],
      chainId: anvil.chainId,
      tokens: [{ asset: 'USDT', contract }],
      headMaxAgeS: null,
      clock: systemClock,
      log: createLog({ level: 'silent' }),
      firstPauseMs: 1,
    })
  /** Returns everything found above a height, in as many scans as that takes. */
  async function findAfter(from: number, addresses: readonly string[]): Promise<FoundTransfer[]> {
    const found: FoundTransfer[] = []
    const { height: to } = await reader.head()
    for (let at = from; at < to;) {
      const scanned = await reader.scan(at, to, watchList(addresses))
      found.push(...scanned.transfers)
      at = scanned.upTo.height
    }
    return found
  }

  beforeAll(async () => {
    anvil = await startAnvil()
    token = await deployToken(anvil, 6)
    reader = readerOf(token)
  })
  afterAll(() => anvil.stop())

  test('the node matches: chain id, contracts and decimals are those of the rails', async () => {
    expect(await reader.check()).toEqual([])
  })

  test('the head and the finalized height are those of the node', async () => {
    await mine(anvil, 10)
    const head = await reader.head()
    expect(head.height).toBe(await height(anvil))
    expect(await reader.finality(head, false)).toEqual({ height: head.height - 8, isReported: true })
    expect(await reader.blockAt(head.height)).toMatchObject({ hash: head.hash, parentHash: head.parentHash })
    expect(await reader.blockAt(head.height + 1)).toBeNull()
  })

  test('a token payment and an ether payment are found with exact amount, block, hash and index', async () => {
    const from = await height(anvil)
    const [one, two, stranger] = [freshAddress(), freshAddress(), freshAddress()]
    const tokenTx = await sendToken(anvil, token, one, 63_990_000n)
    const etherTx = await sendEth(anvil, two, ETHER / 7n)
    await sendToken(anvil, token, stranger, 5n)
    await sendEth(anvil, stranger, 5n)
    await mine(anvil)
    const block = await reader.blockAt(from + 1)
    const found = await findAfter(from, [one, two])
    expect(found).toEqual([
      {
        asset: 'ETH',
        address: two,
        atoms: ETHER / 7n,
        evidence: 'output',
        txHash: etherTx,
        index: -1,
        block,
        inputs: [],
      },
      {
        asset: 'USDT',
        address: one,
        atoms: 63_990_000n,
        evidence: 'output',
        txHash: tokenTx,
        index: 0,
        block,
        inputs: [],
      },
    ])
  })

  test('two transfers to one address in one transaction count as two', async () => {
    const from = await height(anvil)
    const address = freshAddress()
    const txHash = await sendTwoInOneTransaction(anvil, token, [
      { to: address, atoms: 30_000_000n },
      { to: address, atoms: 30_000_000n },
      { to: freshAddress(), atoms: 1n },
    ])
    await mine(anvil)
    const found = await findAfter(from, [address])
    expect(found.map((one) => [one.txHash, one.index, one.atoms])).toEqual([
      [txHash, 0, 30_000_000n],
      [txHash, 1, 30_000_000n],
    ])
  })

  test('for a token with a transfer fee, the amount that arrived counts', async () => {
    const from = await height(anvil)
    const address = freshAddress()
    await setTokenFee(anvil, token, 100n)
    await sendToken(anvil, token, address, 1_000_000n)
    await setTokenFee(anvil, token, 0n)
    await mine(anvil)
    expect((await findAfter(from, [address])).map((one) => one.atoms)).toEqual([990_000n])
  })

  test('a token of the same name, a zero value and a failed transfer are never counted', async () => {
    const from = await height(anvil)
    const address = freshAddress()
    await sendFakeToken(anvil, address, 63_990_000n)
    await sendToken(anvil, token, address, 0n)
    await sendEth(anvil, address, 0n)
    await sendEthReverted(anvil, address, ETHER)
    expect(await findAfter(from, [address])).toEqual([])
  })

  test('ether sent by a contract is found as a balance, once, beside plain transfers and outgoing ones', async () => {
    const from = await height(anvil)
    const [address, empty] = [freshAddress(), freshAddress()]
    await sendEthByContract(anvil, address, 3n * ETHER)
    await sendEth(anvil, address, 2n * ETHER)
    await mine(anvil)
    expect((await findAfter(from, [address])).map((one) => one.atoms)).toEqual([2n * ETHER])
    const ask = (block: Awaited<ReturnType<typeof reader.head>>, outflows = 0n) =>
      reader.hiddenInflows(
        [
          { address, plainInflows: atoms(2n * ETHER), outflows: atoms(outflows) },
          { address: empty, plainInflows: atoms(0n) },
        ],
        block,
      )
    const head = await reader.head()
    const block = await reader.blockAt(head.height)
    const hidden = { asset: 'ETH', address, atoms: 3n * ETHER, evidence: 'balance', index: -1, inputs: [] }
    expect(await ask(head)).toEqual([{ ...hidden, txHash: head.hash, block }])
    // After the owner sweeps, balance plus spending, gas included, is still three ether.
    await sendEth(anvil, freshAddress(), 4n * ETHER, { from: address })
    await mine(anvil)
    const later = await reader.head()
    const { outflows } = await reader.scan(later.height - 1, later.height, watchList([address]))
    expect(outflows).toHaveLength(1)
    expect(outflows?.[0]?.atoms).toBeGreaterThan(4n * ETHER)
    const [swept] = await ask(later, outflows?.[0]?.atoms)
    expect(swept?.atoms).toBe(3n * ETHER)
    expect(await attest(reader, swept as FoundTransfer)).toMatchObject([{ says: 'unknown' }])
  })

  test('4,500 balances keep their order, the largest beside the smallest', async () => {
    const addresses = Array.from({ length: 4500 }, freshAddress)
    const rich = new Map([
      [0, 1n],
      [1, 2n ** 96n - 1n],
      [2, 2n],
      [1999, 3n],
      [2000, 2n ** 95n],
      [4499, 4n],
    ])
    for (const [at, wei] of rich)
      await anvil.rpc('anvil_setBalance', [addresses[at], `0x${wei.toString(16)}`])
    await mine(anvil)
    const questions = addresses.map((address) => ({ address, plainInflows: atoms(0n) }))
    const found = await reader.hiddenInflows(questions, await reader.head())
    expect(found.map((one) => [one.address, one.atoms])).toEqual(
      [...rich].map(([at, wei]) => [addresses[at], wei]),
    )
  })

  test('a reorganisation removes a payment, and a later block contains it again', async () => {
    const address = freshAddress()
    const txHash = await sendToken(anvil, token, address, 7n)
    await mine(anvil, 3)
    const before = await reader.head()
    const from = before.height - 3
    const [first] = await findAfter(from, [address])
    await reorg(anvil, 3)
    await mine(anvil)
    expect(await findAfter(from, [address])).toEqual([])
    const fork = await reader.scan(from, from + 1, watchList([address]))
    expect(fork.fromHash).toBe((await reader.blockAt(from))?.hash)
    expect(fork.upTo.hash).not.toBe(first?.block?.hash)
    await expect(reader.hiddenInflows([{ address, plainInflows: atoms(0n) }], before)).rejects.toMatchObject({
      kind: 'inconsistent',
    })
    const again = await sendToken(anvil, token, address, 7n)
    await mine(anvil, 3)
    const seen = await reader.head()
    await reorg(anvil, 3, [{ txHash: again, block: 2 }])
    const found = await findAfter(seen.height - 3, [address])
    expect(found.map((one) => [one.txHash, one.block?.height])).toEqual([[again, seen.height]])
    expect(again).not.toBe(txHash)
  })

  test('a replaced transaction never counts', async () => {
    const from = await height(anvil)
    const address = freshAddress()
    await dropAndReplace(anvil, await sendEth(anvil, address, ETHER), freshAddress(), 1n)
    await mine(anvil)
    expect(await findAfter(from, [address])).toEqual([])
  })

  test('every kind of evidence is attested, and a payment that did not happen is not', async () => {
    const from = await height(anvil)
    const [address, fromContract] = [freshAddress(), freshAddress()]
    await sendToken(anvil, token, address, 7n)
    await sendEth(anvil, address, 8n)
    await sendEthByContract(anvil, fromContract, 9n)
    await mine(anvil)
    const head = await reader.head()
    const found = [
      ...(await findAfter(from, [address])),
      ...(await reader.hiddenInflows([{ address: fromContract, plainInflows: atoms(0n) }], head)),
    ]
    expect(found).toHaveLength(3)
    for (const transfer of found) {
      const blockHash = transfer.block?.hash
      const endpoint = 'ethereum node 1'
      expect(await attest(reader, transfer)).toEqual([{ endpoint, says: 'agrees', blockHash }])
      expect(await attest(reader, { ...transfer, atoms: atoms(10n) })).toEqual([
        { endpoint, says: 'disagrees', blockHash },
      ])
      const block = { ...head, hash: `0x${'1'.repeat(64)}` }
      expect(await attest(reader, { ...transfer, block })).toMatchObject([{ says: 'disagrees' }])
      expect(
        await attest(reader, { ...transfer, block: { ...head, height: head.height + 9 } }),
      ).toMatchObject([{ says: 'unknown', blockHash: null }])
    }
  })

  test('operations that only other chains support are not called', async () => {
    expect(await reader.unconfirmed(watchList([]))).toBeNull()
    expect(await reader.isReplaced('0x', [])).toBe(false)
    expect(await reader.tokenBalances([freshAddress()], 'USDC', await reader.head())).toBeNull()
  })
})
