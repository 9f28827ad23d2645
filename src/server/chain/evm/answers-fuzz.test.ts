import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import { ChainError, type ChainReader } from '#server/chain/chain-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { systemClock } from '#server/runtime/clock.ts'
import type { EvmChainId } from '#shared/chains.ts'
import { atoms } from '#shared/money.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { deployToken, height, mine, sendEth, sendEthByContract, sendToken } from '#test/nodes/evm-wallet.ts'
import { recordAnswers } from '#test/nodes/mutate-answers.ts'
import { unownedHexAddress, watchList } from '#test/nodes/watch-list.ts'
import { createEvmReader } from './create-evm-reader.ts'

const URLS = ['http://node.one/', 'http://node.two/'] as const

describe.skipIf(!hasAnvil())('every field of every answer, missing or garbage', () => {
  let anvil: Anvil
  let token: string
  let from: number
  const address = toChecksumAddress(unownedHexAddress('fuzz'))

  beforeAll(async () => {
    anvil = await startAnvil()
    token = await deployToken(anvil, 6)
    from = await height(anvil)
    await sendToken(anvil, token, address, 7n)
    await sendEth(anvil, address, 8n)
    await sendEthByContract(anvil, address, 9n)
    await mine(anvil)
    await sendEth(anvil, unownedHexAddress('elsewhere'), 3n, { from: address, gasPrice: 1n }).catch(() => '')
    await mine(anvil, 12)
  })
  afterAll(() => anvil.stop())

  const open = (chain: EvmChainId, urls: readonly string[], fetch: typeof globalThis.fetch): ChainReader =>
    createEvmReader({
      chain,
      urls,
      chainId: anvil.chainId,
      tokens: [{ asset: chain === 'ethereum' ? 'USDT' : 'USDC', contract: token }],
      headMaxAgeS: null,
      clock: systemClock,
      log: createLog({ level: 'silent' }),
      fetch,
      firstPauseMs: 0,
    })
  const asset = (chain: EvmChainId) => (chain === 'ethereum' ? 'USDT' : 'USDC')

  const steps: Readonly<Record<string, (reader: ChainReader, chain: EvmChainId) => Promise<unknown>>> = {
    'the head and its finality': async (reader) => {
      const head = await reader.head()
      return [head, await reader.finality(head, true)]
    },
    'a block': (reader) => reader.scan(from, from + 1, watchList([address])),
    'many blocks': (reader) => reader.scan(from - 1, from + 1, watchList([address])),
    balances: async (reader, chain) => {
      const head = await reader.head()
      return [
        await reader.tokenBalances([address], asset(chain), head),
        await reader.hiddenInflows([{ address, plainInflows: atoms(8n) }], head),
      ]
    },
  }

  const cases = (['ethereum', 'base'] as const).flatMap((chain) =>
    Object.keys(steps).map((step): [EvmChainId, string] => [chain, step]),
  )
  test.each(cases)(
    '%s, %s: the answer is right or an error, and right with a second node',
    async (chain, name) => {
      const step = steps[name]
      if (step === undefined) throw new Error(`expected a step, got ${name}`)
      // a transaction without recipient is a valid one that creates a contract
      const recorded = recordAnswers((path, value) => value === null && path.endsWith('.to'))
      const toAnvil: typeof globalThis.fetch = (_input, init) => recorded.recording(anvil.url, init)
      const right = await step(open(chain, [URLS[0]], toAnvil), chain)
      expect(right).toBeTruthy()
      const healthy = recorded.replaying(null)
      expect(await step(open(chain, [URLS[0]], healthy), chain)).toEqual(right)
      const wrong: string[] = []
      let errors = 0
      for (const mutation of recorded.mutations()) {
        const broken = recorded.replaying(mutation)
        const alone = await step(open(chain, [URLS[0]], broken), chain).catch((error: unknown) => error)
        if (isSame(alone, right)) continue
        if (alone instanceof ChainError) errors += 1
        else wrong.push(mutation.name)
        const both: typeof globalThis.fetch = (input, init) =>
          (input === URLS[0] ? broken : healthy)(input, init)
        const helped = await step(open(chain, URLS, both), chain).catch((error: unknown) => error)
        if (!isSame(helped, right)) wrong.push(`${mutation.name}, with a second node`)
      }
      expect(wrong).toEqual([])
      expect(errors).toBeGreaterThan(20)
    },
  )
})

function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown) =>
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
  return text(one) === text(other)
}
