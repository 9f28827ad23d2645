import type { EventHandler } from './events.ts'
import type { EventKind } from './scenarios.ts'
import { STATEMENT_FAULTS, type StatementFault } from './statement-faults.ts'
import { countFault } from './world.ts'

/** Errors that strike one statement; the other ones have events of their own. */
const SINGLE: readonly StatementFault[] = [
  'statement cancelled',
  'serialization failure',
  'deadlock',
  'lock timeout',
]

const failStatement: EventHandler = ({ world, stream }) => {
  const process = stream.pick(world.processes).name
  const fault = stream.pick(SINGLE)
  world.armed.push({ process, fault, at: STATEMENT_FAULTS[fault].at, skips: stream.between(0, 12) })
  return `${process}, ${fault}`
}

/** A connection of which nothing is heard any more. */
const silence: EventHandler = ({ world, stream }) => {
  const process = stream.pick(world.processes).name
  const fault = stream.pick(['silent before', 'silent after', 'silent after'] as const)
  const at =
    fault === 'silent before' ? (['read', 'write', 'commit'] as const) : (['write', 'commit'] as const)
  world.armed.push({ process, fault, at, skips: stream.between(0, 8) })
  return `${process}, ${fault}`
}

/** The server takes no changes for a while, as one that became a standby does. */
const readOnly: EventHandler = ({ world, stream }) => {
  world.readOnlyFor = stream.between(5, 60)
  countFault(world, 'read only')
  return `for ${String(world.readOnlyFor)} steps`
}

/** The server ends and is there again, with all that was committed; every connection is lost. */
const restart: EventHandler = async ({ world }) => {
  await world.connections.restart()
  countFault(world, 'database restart')
  for (const line of await world.gates.unblock()) world.log(line)
  return 'every connection is lost'
}

export const databaseEvents = {
  'fail statement': failStatement,
  silence,
  'read only': readOnly,
  'restart database': restart,
} satisfies Partial<Record<EventKind, EventHandler>>
