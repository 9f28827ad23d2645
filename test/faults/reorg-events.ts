import { makeTx, payOf } from './buyer-events.ts'
import type { EventHandler } from './events.ts'
import { look } from './look.ts'
import { healNode } from './nodes.ts'
import { passTime } from './pass-time.ts'
import type { EventKind } from './scenarios.ts'
import { importKeysNow } from './shop-events.ts'
import { chainOf } from './shop-process.ts'
import { leaderOf, type World, type WorldOrder } from './world.ts'

/** No deeper block of an order that waits is taken away. */
const DEEPEST = 6
/** Longer than any pause of a reader after a failure. */
const PAUSE_MS = 61_000

/** Paid orders that wait for keys, with the depth of a reorganisation that takes their money away; the shallowest first. */
async function waitingOrders(
  world: World,
): Promise<readonly { readonly order: WorldOrder; readonly depth: number }[]> {
  const { rows } = await world.oracle.query<{ id: string }>(
    `select id from payments where status = 'confirmed' and awaiting_keys_since is not null and delivered_at is null`,
  )
  const ids = new Set(rows.map(({ id }) => id))
  const found = [...world.orders.values()].flatMap((order) => {
    const { model } = chainOf(world, order.chain)
    const heights = order.sent.flatMap(({ id }) => model.blockOf(id)?.height ?? [])
    if (!ids.has(order.id) || heights.length === 0) return []
    return [{ order, depth: model.tip().height - Math.max(...heights) + 1 }]
  })
  return found.sort((a, b) => a.depth - b.depth)
}

/** Pays open orders of a chain whose blocks are soon deep enough, so that some wait for keys. @returns how many. */
function payOpenOrders(world: World): number {
  const chain = world.chains.get('bitcoin')
  const open = [...world.orders.values()].filter(
    (one) => one.chain === 'bitcoin' && one.sent.length === 0 && one.expiresAtMs > world.nowMs,
  )
  if (chain === undefined || open.length === 0) return 0
  chain.nodes.forEach(healNode)
  for (const order of open) {
    const tx = makeTx(chain, [payOf(order, order.due, chain.model)], world.nowMs)
    chain.model.send(tx)
    order.sent.push(tx)
  }
  for (let made = 0; made < 2; made += 1) chain.model.mine(world.nowMs, ({ id }) => !chain.stuck.has(id))
  look(world, leaderOf(world), 'bitcoin')
  return open.length
}

/**
 * Blocks with payments go away, those of orders that wait for keys if there are any; the nodes fail while the shop reads the
 * new ones, and keys are imported afterwards.
 */
const interruptedReorg: EventHandler = async (context) => {
  const { world, stream } = context
  const [waiting] = await waitingOrders(world)
  const isNear = waiting !== undefined && waiting.depth <= DEEPEST
  const paid = isNear ? 0 : payOpenOrders(world)
  if (paid > 0) return `${String(paid)} orders are paid first`
  const id = isNear ? waiting.order.chain : stream.pick([...world.chains.keys()])
  const depth = isNear ? waiting.depth : stream.between(1, 3)
  const { model, nodes } = chainOf(world, id)
  const returns = stream.chance(0.5)
  model.reorg(
    depth,
    world.nowMs,
    () => false,
    () => !returns,
  )
  if (isNear) {
    nodes.forEach(healNode)
    await passTime(world, PAUSE_MS)
  }
  // the blocks are read once before the shop goes back to the fork, and again afterwards
  const reading = id === 'bitcoin' ? 'getblock' : 'eth_getLogs'
  const [method, skips] = stream.chance(0.7) ? [reading, stream.between(0, 2)] : [null, stream.between(2, 8)]
  for (const node of nodes) node.armed.push({ method, fault: 'cut', left: 6, skips })
  look(world, leaderOf(world), id, () => void importKeysNow(context))
  return `${id} ${String(depth)}, nodes fail after ${String(skips)} answers`
}

export const reorgEvents = {
  'interrupted reorg': interruptedReorg,
} satisfies Partial<Record<EventKind, EventHandler>>
