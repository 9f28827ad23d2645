import { buyerEvents } from './buyer-events.ts'
import { databaseEvents } from './database-events.ts'
import { failoverEvents } from './failover-events.ts'
import { faultEvents } from './fault-events.ts'
import { orderEvents } from './order-events.ts'
import type { PlannedEvent } from './plan.ts'
import { releaseEvents } from './release-events.ts'
import { reorgEvents } from './reorg-events.ts'
import { restoreEvents } from './restore-events.ts'
import type { EventKind } from './scenarios.ts'
import { randomStream, type RandomStream } from './seeded-random.ts'
import { shopEvents } from './shop-events.ts'
import type { World } from './world.ts'

/** What an event may draw on. */
export interface EventContext {
  readonly world: World
  readonly event: PlannedEvent
  readonly stream: RandomStream
}

/** Makes something happen. @returns a few words for the log; null if it made no sense now. */
export type EventHandler = (context: EventContext) => string | null | Promise<string | null>

const HANDLERS: Readonly<Record<EventKind, EventHandler>> = {
  ...orderEvents,
  ...buyerEvents,
  ...shopEvents,
  ...releaseEvents,
  ...faultEvents,
  ...databaseEvents,
  ...failoverEvents,
  ...reorgEvents,
  ...restoreEvents,
}

/** Makes a planned event happen. */
export async function happen(world: World, event: PlannedEvent): Promise<void> {
  const stream = randomStream(`event ${world.setup.seed} ${String(event.id)}`)
  const words = await HANDLERS[event.kind]({ world, event, stream })
  world.log(`event ${String(event.id)} ${event.kind}: ${words ?? 'nothing to do'}`)
}
