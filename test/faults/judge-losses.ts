import type { Violation, World } from './world.ts'

/** A transaction counts as gone only after this time, as docs/what-happens-to-money.md says. */
const ABSENT_LEAST_MS = 2 * 60_000

/**
 * A transaction that never left the true mempool is not taken for gone because a node hid it for a moment: its order would
 * lose its keys and its time.
 */
export async function judgeLosses(world: World): Promise<readonly Violation[]> {
  const chain = world.chains.get('bitcoin')
  // a restored backup may say anything about what was seen before
  if (chain === undefined || world.restores > 0) return []
  const hidMs = (node: (typeof chain.nodes)[number]) =>
    node.hidSinceMs === null ? 0 : world.nowMs - node.hidSinceMs
  if (chain.nodes.some((node) => node.hidTimes > 1 || hidMs(node) >= ABSENT_LEAST_MS)) return []
  const { rows } = await world.oracle.query<{ tx_hash: string }>({
    name: 'losses',
    text: `select tx_hash from transfers where chain = 'bitcoin' and lost_as = 'dropped'`,
  })
  const pool = new Set(chain.model.mempool().map((tx) => tx.id))
  const wrong = rows.find(({ tx_hash: id }) => pool.has(id) && !chain.model.wasDropped(id))
  return wrong === undefined
    ? []
    : [{ rule: 'I5', message: `an order lost its payment ${wrong.tx_hash}, which is in the mempool` }]
}
