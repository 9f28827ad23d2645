import type { EventHandler } from './events.ts'
import { look } from './look.ts'
import type { EventKind } from './scenarios.ts'
import { importKeysNow } from './shop-events.ts'
import { chainOf } from './shop-process.ts'
import { leaderOf } from './world.ts'

/** Blocks with payments go away, the nodes fail while the shop reads the new ones, and keys are imported meanwhile. */
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
  const skips = stream.between(2, 8)
  for (const node of nodes) node.armed.push({ method: null, fault: 'cut', left: 6, skips })
  look(world, leaderOf(world), id)
  void importKeysNow(context)
  return `${id} ${String(depth)}, nodes fail after ${String(skips)} answers`
}

export const reorgEvents = {
  'interrupted reorg': interruptedReorg,
} satisfies Partial<Record<EventKind, EventHandler>>
