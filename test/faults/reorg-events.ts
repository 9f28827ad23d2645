import type { EventHandler } from './events.ts'
import { look } from './look.ts'
import type { EventKind } from './scenarios.ts'
import { importKeysNow } from './shop-events.ts'
import { chainOf } from './shop-process.ts'
import { leaderOf } from './world.ts'

/** Blocks with payments go away, the nodes fail while the shop reads the new ones, and keys are imported afterwards. */
const interruptedReorg: EventHandler = (context) => {
  const { world, stream } = context
  const id = stream.pick([...world.chains.keys()])
  const { model, nodes } = chainOf(world, id)
  const depth = stream.between(1, 3)
  const returns = stream.chance(0.5)
  model.reorg(
    depth,
    world.nowMs,
    () => false,
    () => !returns,
  )
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
