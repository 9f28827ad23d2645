import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import { ChainError, type ChainReader, type FoundTransfer } from '#server/chain/chain-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { systemClock } from '#server/runtime/clock.ts'
import type { EvmChainId } from '#shared/chains.ts'
import { atoms } from '#shared/money.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { deployToken, height, mine, sendEth, sendEthByContract, sendToken } from '#test/nodes/evm-wallet.ts'
import { recordAnswers } from '#test/nodes/mutate-answers.ts'
import { unownedHexAddress, watchList } from '#test/nodes/watch-list.ts'
import { evmChainOf } from './evm-chains.ts'
import { createEvmReader } from './create-evm-reader.ts'

const URLS = ['http://node.one/', 'http://node.two/'] as const
const FROZEN = 'a frozen address'
const LOOKED_UP = 'a payment that is looked up'
const ETHER_LOOKED_UP = 'a payment of ether that is looked up'

describe.skipIf(!hasAnvil())('every field of every answer, missing or garbage', () => {
  let anvil: Anvil
  let token: string
  /** A token whose every function but `decimals` returns 0: it has frozen nobody. */
  let listing: string
  let from: number
  let txHash: string
  let etherTxHash: string
  const hexAddress = unownedHexAddress('fuzz')
  const address = toChecksumAddress(hexAddress)
  /** Tron writes addresses in its own form. */
  const own = (chain: EvmChainId, hex: string) => evmChainOf(chain).codec.fromHex(hex)

  beforeAll(async () => {
    anvil = await startAnvil()
    token = await deployToken(anvil, 6)
    listing = await deployToken(anvil, 6)
    const code = '0x60003560e01c63313ce56714601957600060005260206000f35b600660005260206000f3'
    await anvil.rpc('anvil_setCode', [listing, code])
    from = await height(anvil)
    txHash = await sendToken(anvil, token, address, 7n)
    etherTxHash = await sendEth(anvil, address, 8n)
    await sendEthByContract(anvil, address, 9n)
    await mine(anvil)
    await sendEth(anvil, unownedHexAddress('elsewhere'), 3n, { from: address, gasPrice: 1n }).catch(() => '')
    await mine(anvil, 12)
  })
  afterAll(() => anvil.stop())

  const open = (
    chain: EvmChainId,
    urls: readonly string[],
    fetch: typeof globalThis.fetch,
    contract = token,
  ): ChainReader =>
    createEvmReader({
      chain,
      urls,
      chainId: anvil.chainId,
      tokens: [{ asset: asset(chain), contract: own(chain, contract.toLowerCase()) }],
      headMaxAgeS: null,
      clock: systemClock,
      log: createLog({ level: 'silent' }),
      fetch,
      firstPauseMs: 0,
    })
  const asset = (chain: EvmChainId) => (chain === 'base' ? 'USDC' : 'USDT')
  const watch = (chain: EvmChainId) => watchList([own(chain, hexAddress)])

  const steps: Readonly<Record<string, (reader: ChainReader, chain: EvmChainId) => Promise<unknown>>> = {
    'the head and its finality': async (reader) => {
      const head = await reader.head()
      return [head, await reader.finality(head, true)]
    },
    'a block': (reader, chain) => reader.scan(from, from + 1, watch(chain)),
    'many blocks': (reader, chain) => reader.scan(from - 1, from + 1, watch(chain)),
    balances: async (reader, chain) => {
      const head = await reader.head()
      return [
        await reader.tokenBalances([own(chain, hexAddress)], asset(chain), head),
        await reader.hiddenInflows([{ address: own(chain, hexAddress), plainInflows: atoms(8n) }], head),
      ]
    },
    'token logs, second pass': async (reader, chain) => await reader.scanTokens(from, from + 1, watch(chain)),
    'used addresses': async (reader, chain) => [
      ...((await reader.usedAddresses([own(chain, hexAddress)])) ?? []),
    ],
    [FROZEN]: async (reader, chain) => ({
      isFrozen: await reader.isFrozen(own(chain, hexAddress), asset(chain)),
    }),
    [LOOKED_UP]: (reader, chain) => lookUp(reader, chain, txHash),
    [ETHER_LOOKED_UP]: (reader, chain) => lookUp(reader, chain, etherTxHash),
  }
  /** A look-up does not throw: without an answer, or from a node without the receipt, it says so. */
  const lookUp = async (reader: ChainReader, chain: EvmChainId, hash: string) => {
    const found = await reader.lookUpPayment({ txHash: hash, address: own(chain, hexAddress) })
    if (found.kind === 'unanswered' || found.kind === 'unconfirmed')
      throw new ChainError(chain, 'down', found.kind)
    return found
  }
  const contractOf = (name: string) => (name === FROZEN ? listing : token)

  /** What every node answers for itself. */
  const comparisons: Readonly<
    Record<string, (reader: ChainReader, chain: EvmChainId) => Promise<readonly { readonly says: string }[]>>
  > = {
    'an attestation': async (reader, chain) => (await reader.attest([transferOf(chain)]))[0] ?? [],
    'a payout': (reader, chain) =>
      reader.findPayout({ txHash, address: own(chain, hexAddress), asset: asset(chain), blockHash: null }),
  }
  const transferOf = (chain: EvmChainId): FoundTransfer => {
    const found = transfers.get(chain)
    if (found === undefined) throw new Error(`expected a transfer on ${chain}`)
    return found
  }
  const transfers = new Map<EvmChainId, FoundTransfer>()

  const CHAINS_READ = ['ethereum', 'base', 'tron'] as const
  const casesOf = (names: object) =>
    CHAINS_READ.flatMap((chain) => Object.keys(names).map((name): [EvmChainId, string] => [chain, name]))
  const cases = casesOf(steps)
  test.each(cases)(
    '%s, %s: the answer is right or an error, and right with a second node',
    async (chain, name) => {
      const step = steps[name]
      if (step === undefined) throw new Error(`expected a step, got ${name}`)
      const openAt = (urls: readonly string[], fetch: typeof globalThis.fetch) =>
        open(chain, urls, fetch, contractOf(name))
      // a transaction without recipient is a valid one that creates a contract
      const recorded = recordAnswers((path, value) => value === null && path.endsWith('.to'))
      const toAnvil: typeof globalThis.fetch = (_input, init) => recorded.recording(anvil.url, init)
      const right = await step(openAt([URLS[0]], toAnvil), chain)
      expect(right).toBeTruthy()
      const healthy = recorded.replaying(null)
      expect(await step(openAt([URLS[0]], healthy), chain)).toEqual(right)
      const wrong: string[] = []
      let errors = 0
      for (const mutation of recorded.mutations()) {
        const broken = recorded.replaying(mutation)
        const alone = await step(openAt([URLS[0]], broken), chain).catch((error: unknown) => error)
        if (isSame(alone, right)) continue
        if (alone instanceof ChainError) errors += 1
        else wrong.push(mutation.name)
        const both: typeof globalThis.fetch = (input, init) =>
          (input === URLS[0] ? broken : healthy)(input, init)
        const helped = await step(openAt(URLS, both), chain).catch((error: unknown) => error)
        if (!isSame(helped, right)) wrong.push(`${mutation.name}, with a second node`)
      }
      expect(wrong).toEqual([])
      expect(errors).toBeGreaterThan(20)
    },
  )

  test.each(casesOf(comparisons))(
    '%s, %s: a broken answer is unknown, and another node stays right',
    async (chain, name) => {
      const step = comparisons[name]
      if (step === undefined) throw new Error(`expected a comparison, got ${name}`)
      const toAnvil: typeof globalThis.fetch = (_input, init) => globalThis.fetch(anvil.url, init)
      const scan = await open(chain, [URLS[0]], toAnvil).scan(from, from + 1, watch(chain))
      const token7 = scan.transfers.find((one) => one.asset === asset(chain))
      if (token7 === undefined) throw new Error('expected the transfer of the token')
      transfers.set(chain, token7)
      const recorded = recordAnswers(
        // a node that does not know the transaction, or not its block, says null: that is no broken answer about a payout
        (path, value) =>
          value === null && (path.endsWith('.to') || (name === 'a payout' && path === 'result')),
      )
      const recording: typeof globalThis.fetch = (_input, init) => recorded.recording(anvil.url, init)
      const [right] = await step(open(chain, [URLS[0]], recording), chain)
      const healthy = recorded.replaying(null)
      const wrong: string[] = []
      let unknown = 0
      for (const mutation of recorded.mutations()) {
        const broken = recorded.replaying(mutation)
        const both: typeof globalThis.fetch = (input, init) =>
          (input === URLS[0] ? broken : healthy)(input, init)
        const [first, second] = await step(open(chain, URLS, both), chain)
        if (first?.says === 'unknown') unknown += 1
        else if (!isSame(first, right)) wrong.push(`${mutation.name}: ${String(first?.says)}`)
        if (second?.says !== right?.says) wrong.push(`${mutation.name}, at the second node`)
      }
      expect(wrong).toEqual([])
      expect(unknown).toBeGreaterThan(10)
    },
  )
})

function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown) =>
    JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
  return text(one) === text(other)
}
