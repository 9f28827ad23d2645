import { createHash, type Hash } from 'node:crypto'
import { type ChainId, CHAIN_TABLE } from '#shared/chains.ts'
import { decimalsOf, tokensOn } from '#shared/assets.ts'
import type { RecordedEvent } from '#server/db/pg-connection.ts'
import { deriveAddress } from '#server/chain/addresses/derive-address.ts'
import { wireAddress } from './addresses.ts'
import { makeTx, strangerOn } from './buyer-events.ts'
import { xpubOf } from './xpubs.ts'
import { createBitcoinBackend } from './bitcoin-node.ts'
import { createChainModel, type ChainModel } from './chain-model.ts'
import { ADDRESS_INDEX, createEsploraBackend } from './esplora-node.ts'
import { createEvmBackend, type ModelToken } from './evm-node.ts'
import type { Connections } from './connections.ts'
import { createGates } from './gates.ts'
import type { ModelNode } from './nodes.ts'
import { randomStream } from './seeded-random.ts'
import { startProcess } from './shop-process.ts'
import { createTimers } from './timers.ts'
import type { World, WorldChain, WorldSetup } from './world.ts'

/** The instant at which every world begins. */
const START_MS = Date.parse('2026-01-15T12:00:00Z')

/** How far below its head each chain of the model is final, and its chain id; ids of no public network. */
const MODELS: Readonly<Record<string, { readonly finalDepth: number; readonly chainId: number }>> = {
  bitcoin: { finalDepth: 100, chainId: 0 },
  ethereum: { finalDepth: 64, chainId: 31_337 },
  bsc: { finalDepth: 6, chainId: 31_356 },
  tron: { finalDepth: 19, chainId: 31_300 },
  base: { finalDepth: 160, chainId: 31_384 },
  polygon: { finalDepth: 5, chainId: 31_437 },
}

/** A world and the digest of everything that happened in it. */
export interface OpenedWorld {
  readonly world: World
  readonly digest: Hash
  /** The last lines of the step log. */
  readonly lines: string[]
}

/** Creates the world of a seed over a fresh database. @param keepsLog whether every line is kept, not only the last ones. */
export function openWorld(
  setup: WorldSetup,
  connections: Connections,
  { oracle, admin }: Pick<World, 'oracle' | 'admin'>,
  keepsLog: boolean,
): OpenedWorld {
  const digest = createHash('sha256')
  const lines: string[] = []
  const chains = new Map(setup.chains.map((id) => [id, openChain(id, setup)] as const))
  const timers = createTimers(() => world.nowMs)
  const world: World = {
    setup,
    clock: () => new Date(world.nowMs),
    gates: createGates(timers),
    timers,
    readOnlyFor: 0,
    connections,
    oracle,
    admin,
    addresses: new Map(),
    toldKeys: new Map(),
    lostKeys: new Set(),
    hasBackup: false,
    hasStandby: false,
    timeline: 1,
    losses: 0,
    alarms: 0,
    folders: new Map(),
    restores: 0,
    isRecovering: false,
    hasHeldKeys: false,
    chains,
    processes: [],
    orders: new Map(),
    batches: new Map(),
    mails: [],
    invented: new Map(),
    smtp: 'up',
    hasRates: true,
    leader: 0,
    nowMs: START_MS,
    armed: [],
    tally: {
      steps: 0,
      orders: 0,
      delivered: 0,
      faults: new Map(),
      onOneWordCents: 0,
      latencies: [],
      looksToKeys: [],
      costs: new Map(),
    },
    stream: randomStream(`world ${setup.seed}`),
    announcing: randomStream(`announcements ${setup.seed}`),
    committed: [],
    sellers: [],
    reigns: [],
    noteFenced(process, epoch) {
      const now = world.reigns.at(-1)
      if (now === undefined || (now.process === process && now.epoch === epoch)) return
      world.broken.push({
        rule: 'I11',
        message: `a leader of ${String(epoch)} has committed after ${String(now.epoch)} was elected`,
      })
    },
    errors: [],
    broken: [],
    jumpedMs: 0,
    looks: new Map(),
    log(line) {
      digest.update(line)
      digest.update('\n')
      lines.push(line)
      if (!keepsLog && lines.length > 400) lines.splice(0, 200)
    },
    note({ process, committed, events }) {
      world.committed.push(...committed)
      if (committed.some((text) => text.startsWith('insert into "payments"'))) world.sellers.push(process)
      for (const event of events) announceEvent(world, event)
    },
  }
  for (let number = 1; number <= setup.processes; number += 1)
    world.processes.push(startProcess(world, `process ${String(number)}`))
  return { world, digest, lines }
}

/** No announcement takes longer. */
const ANNOUNCED_WITHIN_MS = 3

/** Tells every process of an event; one that loses its connection before does not hear of it. */
function announceEvent(world: World, event: RecordedEvent): void {
  const life = world.connections.life()
  for (const process of world.processes)
    world.timers.after(world.announcing.between(0, ANNOUNCED_WITHIN_MS), 'idle', () => {
      if (process.isAlive && world.connections.life() === life) process.guard.mark.note(event)
      return Promise.resolve([])
    })
}

function openChain(id: ChainId, setup: WorldSetup): WorldChain {
  const row = MODELS[id]
  if (row === undefined) throw new RangeError(`the model has no chain ${id}`)
  const { asset: coin, blockTimeS, wallet } = CHAIN_TABLE[id]
  const model = createChainModel({
    id,
    coin,
    seed: setup.seed,
    startMs: START_MS,
    finalDepth: row.finalDepth,
    blockMs: Math.max(1000, blockTimeS * 1000),
  })
  const tokens = tokensOn(id).map((asset, at) => ({
    asset,
    contract: `0x${`a${String(at)}`.repeat(20)}`,
    decimals: decimalsOf(id, asset),
  }))
  const nodes = Array.from({ length: setup.nodesPerChain }, (_, at): ModelNode => {
    const node: ModelNode = {
      name: `${id} ${String(at + 1)}`,
      url: `http://${id}-${String(at + 1)}.node/`,
      chain: model,
      backend:
        wallet === 'bitcoin'
          ? (setup.isEsplora ? createEsploraBackend : createBitcoinBackend)(model, {
              hidesMempool: () => node.hidesMempool,
              reaches: () => (node.pinned ?? model.tip()).height - Math.max(0, ...behindOf(node)),
            })
          : createEvmBackend(model, {
              chainId: row.chainId,
              coin,
              tokens,
              refusesRangeAbove: at % 2 === 1,
              countsTransactions: wallet === 'evm',
            }),
      isDown: false,
      lag: new Map(),
      pinned: null,
      hidesMempool: false,
      hidSinceMs: null,
      hidTimes: 0,
      hidesLogs: false,
      inventions: [],
      refuses: new Set(),
      armed: [],
      calls: 0,
      faults: 0,
    }
    return node
  })
  if (setup.isXpubUsed && wallet !== 'bitcoin') payFormerOrders(model, coin, tokens)
  return {
    model,
    nodes,
    coin,
    tokens,
    chainId: row.chainId,
    firstRead: model.tip().height,
    stuck: new Set(),
    hidLogs: false,
    hadLateLogs: false,
  }
}

/** How far the methods of a node are behind that show what is in its blocks. */
function behindOf({ lag }: ModelNode): readonly number[] {
  return [...lag].filter(([method]) => method !== ADDRESS_INDEX).map(([, blocks]) => blocks)
}

const FORMER_ORDERS = 5

/** Leaves money of a former installation with the same extended public key on its first addresses. */
function payFormerOrders(model: ChainModel, coin: string, tokens: readonly ModelToken[]): void {
  for (let index = 0; index < FORMER_ORDERS; index += 1) {
    const { wallet } = CHAIN_TABLE[model.id]
    const to = wireAddress(model.id, deriveAddress(xpubOf(wallet), index))
    const asset = tokens[index % (tokens.length + 1)]?.asset ?? coin
    const from = strangerOn(model)
    model.send(
      makeTx({ model, coin }, [{ kind: 'plain', asset, from, to, atoms: 10n ** 21n }], START_MS - 3600_000),
    )
  }
  model.mine(START_MS - 3000_000, () => true)
}
