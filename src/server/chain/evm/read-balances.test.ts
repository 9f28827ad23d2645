import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createJsonRpc } from '#server/chain/json-rpc.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { mine } from '#test/nodes/evm-wallet.ts'
import { unownedHexAddress } from '#test/nodes/watch-list.ts'
import { createEvmNode } from './evm-node.ts'
import { readEvmBalances } from './read-balances.ts'

describe.skipIf(!hasAnvil())('coin balances on a real node', () => {
  let anvil: Anvil
  beforeAll(async () => {
    anvil = await startAnvil()
  })
  afterAll(() => anvil.stop())

  test('each of 2,001 balances is read to its last digit, most of them 0, others beside each other', async () => {
    const addresses = Array.from({ length: 2_001 }, (_, at) => unownedHexAddress(at))
    const held = new Map([
      [0, 1n],
      [1, 2n ** 95n],
      [2, 16n ** 22n],
      [700, 10n ** 18n],
      [1_998, 7n],
      [1_999, 16n ** 23n],
      [2_000, 5n],
    ])
    for (const [at, wei] of held)
      await anvil.rpc('anvil_setBalance', [addresses[at] ?? '', `0x${wei.toString(16)}`])
    await mine(anvil)
    const node = createEvmNode(createJsonRpc({ url: anvil.url }))
    const head = await node.block('latest')
    if (head === null) throw new Error('expected a block')
    const balances = await readEvmBalances(node, 'ethereum', addresses, head)
    expect(balances).toEqual(addresses.map((_, at) => held.get(at) ?? 0n))
  })
})
