import type { ChainId } from '#shared/chains.ts'
import type { ModelNode } from './nodes.ts'
import { chainOf, type ShopProcess } from './shop-process.ts'
import type { World, WorldChain } from './world.ts'

/** Starts a look of a process at a chain, unless it is still looking. @param onEnd called when it has ended or failed. */
export function look(world: World, process: ShopProcess, chain: ChainId, onEnd?: () => void): string | null {
  if (process.looking.has(chain) || process.leading?.leader.isLeader() === false) return null
  process.looking.add(chain)
  const { nodes } = chainOf(world, chain)
  const before = nodes.reduce((sum, node) => sum + node.calls, 0)
  const wasWell = watchNodes(world, chainOf(world, chain))
  process.spawn(`look at ${chain}`, async () => {
    try {
      await process.watch(chain).look()
      world.looks.set(chain, (world.looks.get(chain) ?? 0) + 1)
      const calls = nodes.reduce((sum, node) => sum + node.calls, 0) - before
      return `${String(calls)} calls`
    } catch (error) {
      const well = wasWell()
      if (error instanceof Error && error.name === 'ChainError') {
        if (well !== null && process.isAlive)
          world.broken.push({
            rule: 'I9',
            message: `a look failed although ${well} was well: ${error.message}`,
          })
        // whatever it was, the reader now pauses the nodes that it asked
        for (const node of nodes)
          calms.set(node, { faults: node.faults, reorgs: node.chain.reorgs(), sinceMs: world.nowMs })
      }
      throw error
    } finally {
      process.looking.delete(chain)
      onEnd?.()
    }
  })
  return `${process.name} ${chain}`
}

/** The longest pause of a reader after a node has failed. */
const PAUSE_MS = 60_000

interface Calm {
  readonly faults: number
  readonly reorgs: number
  readonly sinceMs: number
}

const calms = new WeakMap<ModelNode, Calm>()

/** @returns a function that names a node which was well since then, and that the reader had no reason to avoid; else null. */
function watchNodes(world: World, { nodes, model }: WorldChain): () => string | null {
  const tip = model.tip()
  const well = nodes.filter((node) => {
    const before = calms.get(node) ?? { faults: 0, reorgs: 0, sinceMs: Number.NEGATIVE_INFINITY }
    // a block that was replaced fails what was being read, and the reader then pauses the node
    const isCalm = before.faults === node.faults && model.reorgs() === before.reorgs
    const calm = isCalm ? before : { faults: node.faults, reorgs: model.reorgs(), sinceMs: world.nowMs }
    calms.set(node, calm)
    return isWell(node) && world.nowMs - calm.sinceMs > PAUSE_MS
  })
  const faults = well.map((node) => node.faults)
  return () => {
    // blocks that come or go while they are read are a reason to read them again
    if (model.tip() !== tip) return null
    return well.find((node, at) => isWell(node) && node.faults === faults[at])?.name ?? null
  }
}

function isWell(node: ModelNode): boolean {
  const isSpoilt = node.isDown || node.pinned !== null || node.hidesMempool || node.hidesLogs
  return !isSpoilt && node.lag.size + node.refuses.size + node.armed.length + node.inventions.length === 0
}
