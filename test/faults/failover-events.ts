import type { EventHandler } from './events.ts'
import { finishRecovery, forgetLostOrders } from './restore-events.ts'
import type { EventKind } from './scenarios.ts'
import { fillPools } from './shop-events.ts'
import { reread } from './shop-process.ts'
import { countFault, leaderOf, type World } from './world.ts'

/** How often a standby has everything when it takes the place of its primary. */
const LACKS_NOTHING = 0.15

async function copyToStandby(world: World): Promise<void> {
  await world.oracle.query(`select copy_world('standby')`)
  world.hasStandby = true
}

const catchUp: EventHandler = async ({ world }) => {
  await copyToStandby(world)
  return `with ${String(world.orders.size)} orders`
}

interface Lost {
  readonly events: readonly { readonly id: string; readonly at: Date }[]
  readonly reserved: Readonly<Record<string, number>>
}

/** What the primary has and its standby lacks. */
async function readLost({ oracle }: World): Promise<Lost> {
  const { rows } = await oracle.query<Lost>(`select
    (select coalesce(jsonb_object_agg(fingerprint, next_index), '{}') from standby.wallets) as reserved,
    (select coalesce(jsonb_agg(jsonb_build_object('id', e.id::text, 'at', e.at)), '[]') from payment_events e
      where not exists (select from standby.payment_events s where s.id = e.id and s.at = e.at)) as events`)
  return rows[0] ?? { events: [], reserved: {} }
}

/** The processes whose mark names something that is lost. */
function noteWhoKnows(world: World, { events, reserved }: Lost): number {
  const lost = new Set(events.map(({ id, at }) => `${id} ${new Date(at).toISOString()}`))
  let knowing = 0
  for (const process of world.processes) {
    const mark = process.guard.mark.current()
    const isBehind = Object.entries(mark?.reserved ?? {}).some(([one, index]) => (reserved[one] ?? 0) < index)
    if (mark === null || !(isBehind || mark.newestEvents.some(({ id, at }) => lost.has(`${id} ${at}`))))
      continue
    process.knowsOfLoss = true
    knowing += 1
  }
  return knowing
}

/**
 * The primary is lost and its standby takes its place, with all that it had, while the processes of the shop run. The first
 * time there is none yet.
 */
const failOver: EventHandler = async (context) => {
  const { world, stream } = context
  if (!world.hasStandby) return catchUp(context)
  if (stream.chance(LACKS_NOTHING)) await copyToStandby(world)
  await world.connections.restart()
  const lost = await readLost(world)
  const knowing = noteWhoKnows(world, lost)
  await world.oracle.query(`select replace_world('standby')`)
  await world.oracle.query('update world.server set timeline = timeline + 1')
  world.timeline += 1
  world.hasBackup = false
  if (lost.events.length > 0) world.restores += 1
  if (knowing > 0) world.losses += 1
  countFault(world, lost.events.length > 0 ? 'lossy failover' : 'failover')
  const before = world.orders.size
  await forgetLostOrders(world)
  for (const line of await world.gates.unblock()) world.log(line)
  for (const process of world.processes) reread(process)
  return `${String(lost.events.length)} events and ${String(before - world.orders.size)} orders are lost, ${String(knowing)} processes know`
}

/** Staff finish the recovery that a process has begun. */
const finish: EventHandler = async ({ world }) => {
  if (!(await finishRecovery(world))) return null
  fillPools(world, leaderOf(world))
  return 'the shop sells again'
}

export const failoverEvents = {
  'standby catches up': catchUp,
  'fail over': failOver,
  'finish recovery': finish,
} satisfies Partial<Record<EventKind, EventHandler>>
