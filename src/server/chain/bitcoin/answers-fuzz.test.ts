import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ChainError, type Block, type ChainReader, type FoundTransfer } from '#server/chain/chain-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { findBitcoind, startBitcoind, type Bitcoind } from '#test/nodes/bitcoind.ts'
import { startEsploraFacade, type EsploraFacade } from '#test/nodes/esplora-facade.ts'
import { fixedWatch } from '#test/nodes/fixed-watch.ts'
import { recordAnswers } from '#test/nodes/mutate-answers.ts'
import { createBitcoinEsploraReader } from './esplora-reader.ts'
import { createBitcoinRpcReader } from './rpc-reader.ts'

const URLS = ['http://node.one', 'http://node.two'] as const

describe.skipIf((await findBitcoind()) === null)('every field of every answer, missing or garbage', () => {
  let node: Bitcoind
  let facade: EsploraFacade
  let address: string
  let from: number
  let txid: string
  let waiting: string
  let transfer: FoundTransfer
  let head: Block

  beforeAll(async () => {
    node = await startBitcoind()
    facade = await startEsploraFacade(node)
    address = await node.address()
    from = await node.rpc<number>('getblockcount')
    txid = await node.send({ address, sats: 12_345_678n })
    await node.mine(2)
    waiting = await node.send({ address, sats: 5_000n })
    const reader = open('bitcoind', [node.url], globalThis.fetch)
    head = await reader.head()
    const [found] = (await reader.scan(from, head.height, fixedWatch([address]))).transfers
    if (found === undefined) throw new Error('expected the transfer')
    transfer = found
  })
  afterAll(async () => {
    await facade.stop()
    await node.stop()
  })

  type Kind = 'bitcoind' | 'Esplora'
  const open = (kind: Kind, urls: readonly string[], fetch: typeof globalThis.fetch): ChainReader => {
    const shop = {
      chain: 'bitcoin',
      network: 'regtest',
      clock: systemClock,
      log: createLog({ level: 'silent' }),
      firstPauseMs: 0,
      urls,
      fetch,
    } as const
    return kind === 'bitcoind'
      ? createBitcoinRpcReader(shop)
      : createBitcoinEsploraReader({ ...shop, gapMs: 0 })
  }
  const watch = () => fixedWatch([address])

  /** What one node answers. */
  const steps: Readonly<Record<string, (reader: ChainReader) => Promise<unknown>>> = {
    'the head': (reader) => reader.head(),
    'a block at a height': (reader) => reader.blockAt(from + 1),
    blocks: (reader) => reader.scan(from, from + 2, watch()),
    'the mempool': (reader) => reader.unconfirmed(watch()),
    'recorded transfers': async (reader) => [await reader.recordedTransfers([address], head)],
    'a replacement': (reader) => reader.isReplaced(waiting, transfer.inputs),
    'used addresses': async (reader) => [...((await reader.usedAddresses([address])) ?? [])],
    'addresses with coins': async (reader) => [
      ...((await reader.usedAddresses([address], { isSlowAllowed: true })) ?? []),
    ],
    'a payment that is looked up': (reader) => lookUp(reader, txid),
    'a waiting payment that is looked up': (reader) => lookUp(reader, waiting),
  }
  /** A look-up does not throw: without an answer it says so. */
  const lookUp = async (reader: ChainReader, txHash: string) => {
    const found = await reader.lookUpPayment({ txHash, address })
    if (found.kind === 'unanswered') throw new ChainError('bitcoin', 'down', found.kind)
    return found
  }
  /** What every node answers for itself. */
  const comparisons: Readonly<Record<string, (reader: ChainReader) => Promise<readonly object[]>>> = {
    'an attestation': async (reader) => (await reader.attest([transfer]))[0] ?? [],
    'a payout': (reader) => reader.findPayout({ txHash: txid, address, asset: 'BTC', blockHash: null }),
  }

  const kinds: readonly Kind[] = ['bitcoind', 'Esplora']
  const casesOf = (names: object) =>
    kinds.flatMap((kind) => Object.keys(names).map((name): [Kind, string] => [kind, name]))
  const recordedBy = async (kind: Kind, step: (reader: ChainReader) => Promise<unknown>) => {
    // a script without an address is a valid one, but for the types that have one; the same holds for what is in no block
    const recorded = recordAnswers((path) => /scriptPubKey\.type$|scriptpubkey_type$/.test(path))
    const right = await step(open(kind, [kind === 'bitcoind' ? node.url : facade.url], recorded.recording))
    return { recorded, right, healthy: recorded.replaying(null) }
  }

  test.each(casesOf(steps))(
    '%s, %s: the answer is right or an error, and right with a second node',
    async (kind, name) => {
      const step = steps[name]
      if (step === undefined) throw new Error(`expected a step, got ${name}`)
      const { recorded, right, healthy } = await recordedBy(kind, step)
      expect(await step(open(kind, [URLS[0]], healthy))).toEqual(right)
      const wrong: string[] = []
      for (const mutation of recorded.mutations()) {
        const broken = recorded.replaying(mutation)
        const alone = await step(open(kind, [URLS[0]], broken)).catch((error: unknown) => error)
        if (isSame(alone, right)) continue
        if (!(alone instanceof ChainError)) wrong.push(mutation.name)
        const both: typeof globalThis.fetch = (input, init) =>
          (urlOf(input).startsWith(URLS[0]) ? broken : healthy)(input, init)
        const helped = await step(open(kind, URLS, both)).catch((error: unknown) => error)
        if (!isSame(helped, right)) wrong.push(`${mutation.name}, with a second node`)
      }
      expect(wrong).toEqual([])
    },
  )

  test.each(casesOf(comparisons))(
    '%s, %s: a broken answer is unknown, and another node stays right',
    async (kind, name) => {
      const step = comparisons[name]
      if (step === undefined) throw new Error(`expected a comparison, got ${name}`)
      const { recorded, right, healthy } = await recordedBy(kind, step)
      const [said] = right as readonly { readonly says: string }[]
      const wrong: string[] = []
      let unknown = 0
      for (const mutation of recorded.mutations()) {
        const broken = recorded.replaying(mutation)
        const both: typeof globalThis.fetch = (input, init) =>
          (urlOf(input).startsWith(URLS[0]) ? broken : healthy)(input, init)
        const [first, second] = (await step(open(kind, URLS, both))) as readonly { readonly says: string }[]
        if (first?.says === 'unknown') unknown += 1
        else if (!isSame(first, said)) wrong.push(`${mutation.name}: ${JSON.stringify(first, withBigints)}`)
        if (second?.says !== said?.says) wrong.push(`${mutation.name}, at the second node`)
      }
      expect(wrong).toEqual([])
      expect(unknown).toBeGreaterThan(10)
    },
  )
})

const withBigints = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value

function urlOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : input.toString()
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, withBigints) === JSON.stringify(other, withBigints)
}
