import type { EventContext, EventHandler } from './events.ts'
import { ADDRESS_INDEX } from './esplora-node.ts'
import { TRANSFER } from './evm-node.ts'
import type { GateKind } from './gates.ts'
import { ANSWER_FAULTS, BALANCES, healNode, type ModelNode } from './nodes.ts'
import type { EventKind } from './scenarios.ts'
import { chainOf } from './shop-process.ts'
import type { ChainId } from '#shared/chains.ts'
import { countFault, type ArmedFault, type World } from './world.ts'

const METHODS: readonly string[] = [
  'finalized',
  BALANCES,
  'eth_getLogs',
  'eth_getBlockByNumber',
  'eth_call',
  'eth_getTransactionReceipt',
  'getblock',
  'getblockhash',
  'getblockheader',
  'getrawmempool',
]
/** The shop reads the addresses of so many blocks again. */
const INDEX_LAG_MOST = 6
const ANY_STATEMENT: readonly GateKind[] = ['begin', 'read', 'write', 'commit', 'rollback', 'call']

/** Arms a fault that strikes at one of the next gates of a process. */
function arm(fault: ArmedFault['fault'], at: readonly GateKind[], most: number): EventHandler {
  return ({ world, stream }) => {
    const process = stream.pick(world.processes).name
    world.armed.push({ process, fault, at, skips: stream.between(0, most) })
    return process
  }
}

/** How often the nodes of a chain failed, without the first, which lies. */
export function faultsOfOthers(world: World, chain: ChainId): number {
  const [, ...others] = world.chains.get(chain)?.nodes ?? []
  return others.reduce((sum, node) => sum + node.faults, 0)
}

function onNode(change: (node: ModelNode, context: EventContext) => string | null): EventHandler {
  return (context) => {
    const { world, stream } = context
    const node = stream.pick([...world.chains.values()].flatMap((chain) => chain.nodes))
    const words = change(node, context)
    if (words !== null) countFault(world, context.event.kind)
    return words === null ? null : `${node.name} ${words}`
  }
}

export const faultEvents = {
  kill: arm('kill', ANY_STATEMENT, 15),
  // what belongs into one transaction, and is in two, is lost here
  'kill between': arm('kill', ['begin'], 5),
  freeze: arm('freeze', ANY_STATEMENT, 10),
  'lose connection': arm('lost before', ['read', 'write', 'commit'], 8),
  'lose reply': arm('lost after', ['commit'], 3),
  'disk full': arm('disk full', ['write'], 3),
  smtp: ({ world, stream }) => {
    world.smtp = stream.pick(['up', 'up', 'down', 'accepts and dies'] as const)
    return world.smtp
  },
  rates: ({ world }) => {
    world.hasRates = !world.hasRates
    if (!world.hasRates) countFault(world, 'rates missing')
    return world.hasRates ? 'there are' : 'there are none'
  },
  'answer fault': onNode((node, { stream }) => {
    const method = stream.chance(0.6) ? stream.pick(METHODS) : null
    const fault = stream.pick(ANSWER_FAULTS)
    node.armed.push({
      method,
      fault,
      left: stream.weighted<number>([
        [1, 5],
        [2, 2],
        [6, 1],
      ]),
      skips: 0,
    })
    return `${fault} at ${method ?? 'the next call'}`
  }),
  'node down': onNode((node) => {
    node.isDown = true
    return 'is down'
  }),
  'node lags': onNode((node, { stream }) => {
    const blocks = stream.between(1, 5)
    node.lag.set('*', blocks)
    return `is ${String(blocks)} blocks behind`
  }),
  'index lags': onNode((node, { world, stream }) => {
    if (!world.setup.isEsplora || node.chain.id !== 'bitcoin') return null
    const blocks = stream.between(1, INDEX_LAG_MOST)
    node.lag.set(ADDRESS_INDEX, blocks)
    return `has an index ${String(blocks)} blocks behind`
  }),
  'method lags': onNode((node, { world, stream }) => {
    const [method, blocks] = [stream.pick(METHODS), stream.between(1, 30)]
    if (method === 'eth_getLogs') chainOf(world, node.chain.id).hadLateLogs = true
    node.lag.set(method, blocks)
    return `answers ${method} ${String(blocks)} blocks behind`
  }),
  'node stands': onNode((node) => {
    node.pinned = node.chain.tip()
    return 'stands still'
  }),
  'node refuses': onNode((node, { stream }) => {
    const method = stream.pick(METHODS)
    node.refuses.add(method)
    return `refuses ${method}`
  }),
  'hide mempool': onNode((node, { world }) => {
    if (node.chain.id !== 'bitcoin') return null
    node.hidesMempool = !node.hidesMempool
    if (node.hidesMempool) Object.assign(node, { hidSinceMs: world.nowMs, hidTimes: node.hidTimes + 1 })
    return node.hidesMempool ? 'has an empty mempool' : 'has its mempool again'
  }),
  'hide logs': onNode((node, { world }) => {
    if (node.chain.id === 'bitcoin') return null
    world.chains.get(node.chain.id)!.hidLogs = true
    node.hidesLogs = !node.hidesLogs
    return node.hidesLogs ? 'omits logs' : 'shows logs again'
  }),
  // only the first of several nodes lies: what all nodes say is the truth for a shop
  'invent money': ({ world, stream }) => {
    const liars = [...world.chains.values()].filter(
      ({ nodes, tokens }) => nodes.length > 1 && tokens.length > 0,
    )
    const open = [...world.orders.values()].filter(
      (order) =>
        order.sent.length === 0 &&
        liars.some(
          ({ tokens, model }) =>
            model.id === order.chain && tokens.some((token) => token.asset === order.asset),
        ),
    )
    if (open.length === 0) return null
    const order = stream.pick(open)
    const { model, nodes, tokens } = world.chains.get(order.chain)!
    const block = model.tip()
    const word = (hex: string) => `0x${hex.padStart(64, '0')}`
    nodes[0]!.inventions.push({
      address: tokens.find((token) => token.asset === order.asset)!.contract,
      topics: [TRANSFER, word('11'), word(order.wireAddress.slice(2))],
      data: word(order.due.toString(16)),
      blockNumber: `0x${block.height.toString(16)}`,
      blockHash: `0x${block.hash}`,
      transactionHash: `0x${model.freshId()}`,
      logIndex: '0x3e7',
      removed: false,
    })
    countFault(world, 'invent money')
    world.invented.set(order.id, faultsOfOthers(world, order.chain))
    return order.network
  },
  'heal nodes': ({ world }) => {
    for (const chain of world.chains.values()) chain.nodes.forEach(healNode)
    return 'all'
  },
} satisfies Partial<Record<EventKind, EventHandler>>
