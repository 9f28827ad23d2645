import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { deployToken, mine, reorg, sendToken } from '#test/nodes/evm-wallet.ts'
import { unownedHexAddress } from '#test/nodes/watch-list.ts'
import { createEvmReader } from './create-evm-reader.ts'

describe.skipIf(!hasAnvil())('token balances on a real node', () => {
  let anvil: Anvil
  let token: string
  let reader: ChainReader
  let used = 0

  const freshAddress = (): string => toChecksumAddress(unownedHexAddress(`balances ${String((used += 1))}`))
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

  beforeAll(async () => {
    anvil = await startAnvil()
    token = await deployToken(anvil, 6)
    reader = readerOf(token)
  })
  afterAll(() => anvil.stop())

  test('1,000 token balances are those of the given block, in the order of the addresses', async () => {
    const addresses = Array.from({ length: 1000 }, freshAddress)
    const rich = [0, 699, 700, 999]
    for (const at of rich) await sendToken(anvil, token, addresses[at] ?? '', BigInt(at + 1))
    await mine(anvil)
    const head = await reader.head()
    await sendToken(anvil, token, addresses[0] ?? '', 5n)
    await mine(anvil)
    const read = await reader.tokenBalances(addresses, 'USDT', head)
    expect(read?.upTo).toBe(head.height)
    expect(read?.balances).toEqual(addresses.map((_, at) => (rich.includes(at) ? BigInt(at + 1) : 0n)))
    await reorg(anvil, 2)
    await expect(reader.tokenBalances(addresses, 'USDT', head)).rejects.toMatchObject({
      kind: 'inconsistent',
    })
  })

  test('the list of frozen addresses is read from the contract; without a list, nobody is frozen', async () => {
    const [frozen, free] = [freshAddress(), freshAddress()]
    const listing = await deployToken(anvil, 6)
    // `decimals()` returns 6, every other function the word stored at its argument
    const code = '0x60003560e01c63313ce56714601b576004355460005260206000f35b600660005260206000f3'
    await anvil.rpc('anvil_setCode', [listing, code])
    const store = (slot: string, value: number) =>
      anvil.rpc('anvil_setStorageAt', [
        listing,
        `0x${slot.padStart(64, '0')}`,
        `0x${String(value).padStart(64, '0')}`,
      ])
    // a call without an argument reads slot 0: no other contract has replaced this one
    await store('0', 0)
    await store(frozen.slice(2).toLowerCase(), 1)
    const other = readerOf(listing)
    expect(await other.isFrozen(frozen, 'USDT')).toBe(true)
    expect(await other.isFrozen(free, 'USDT')).toBe(false)
    expect(await other.isFrozen(frozen, 'ETH')).toBeNull()
    expect(await reader.isFrozen(frozen, 'USDT')).toBeNull()
    await store(frozen.slice(2).toLowerCase(), 2)
    await expect(other.isFrozen(frozen, 'USDT')).rejects.toMatchObject({ name: 'ChainError' })
  })

  test('the balance of a contract that is gone is an error, never zero', async () => {
    const gone = await deployToken(anvil, 6)
    const other = readerOf(gone)
    const read = async () => other.tokenBalances([freshAddress()], 'USDT', await other.head())
    expect((await read())?.balances).toEqual([0n])
    await anvil.rpc('anvil_setCode', [gone, '0x'])
    await expect(read()).rejects.toMatchObject({ name: 'ChainError', kind: 'down' })
  })
})
