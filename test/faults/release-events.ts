import { EDITION_IDS } from '#test/editions.ts'
import { changeKeyHold } from '#server/key-release/change-key-hold.ts'
import { releaseKeys } from '#server/key-release/release-keys.ts'
import type { EventHandler } from './events.ts'
import type { EventKind } from './scenarios.ts'
import type { ShopProcess } from './shop-process.ts'
import type { World } from './world.ts'

/** Switches the keys of every edition on or off, as staff do. */
async function switchKeys(world: World, { db }: ShopProcess, isHeld: boolean): Promise<void> {
  for (const edition of EDITION_IDS)
    await changeKeyHold(db, { edition, isHeld }, { actorId: null, now: world.clock() })
}

/** What the worker of a process does in one of its rounds. */
async function handOut(world: World, { db, policy, log }: ShopProcess): Promise<void> {
  await releaseKeys({ db, policy, log, clock: world.clock })
}

const holdKeys: EventHandler = ({ world, stream }) => {
  const process = stream.pick(world.processes)
  const isHeld = stream.chance(0.6)
  world.hasHeldKeys = true
  process.spawn('hold keys', () => switchKeys(world, process, isHeld))
  return `${process.name} ${isHeld ? 'on' : 'off'}`
}

const releaseInOne: EventHandler = ({ world, stream }) => {
  const process = stream.pick(world.processes)
  process.spawn('hand out released keys', () => handOut(world, process))
  return process.name
}

/** Lets the keys leave that are held, where the run has held some: the release has come, and the worker goes on. */
export function releaseHeldKeys(world: World, process: ShopProcess): void {
  if (!world.hasHeldKeys) return
  process.spawn('release keys', async () => {
    await switchKeys(world, process, false)
    await handOut(world, process)
  })
}

export const releaseEvents = {
  'hold keys': holdKeys,
  'release keys': releaseInOne,
} satisfies Partial<Record<EventKind, EventHandler>>
