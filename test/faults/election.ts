import { createLeader, type Leader } from '#server/db/leader.ts'
import type { Db } from '#server/db/database.ts'
import { fenceDatabase } from '#server/db/fenced-database.ts'
import type { Log } from '#server/runtime/log.ts'
import type { GatedDatabase } from './gated-database.ts'
import { currentProcess, type Timers } from './timers.ts'
import { countFault, type World } from './world.ts'

/** What a process takes part in the election with. */
interface Candidate {
  readonly name: string
  readonly database: GatedDatabase
  readonly log: Log
}

/** A process in the election, and its database as far as it leads. */
export interface Electable {
  readonly leader: Leader
  readonly fenced: Db
}

const ROLE = 'chains'

/** Lets a process stand for election, by the shop's own code in the world's time. */
export function standForElection(world: World, { name, database, log }: Candidate): Electable {
  const leader: Leader = createLeader({
    url: '',
    role: ROLE,
    log,
    open: (_url, purpose) => database.openSession(`keyhold ${purpose}`),
    pause: (ms, signal) => pauseIn(world.timers, ms, signal),
    onElected: () => {
      const epoch = leader.epoch()
      if (epoch !== null) world.reigns.push({ process: name, epoch })
      countFault(world, 'election')
      world.log(`${name} is elected with ${String(epoch)}`)
      return Promise.resolve()
    },
    onLost: () => Promise.resolve(),
  })
  return { leader, fenced: fenceDatabase(database.db, { role: ROLE, epoch: () => leader.epoch() }) }
}

/** A pause of a process: it goes on no earlier than its process does. */
function pauseIn(timers: Timers, ms: number, signal: AbortSignal): Promise<void> {
  const owner = currentProcess.getStore()
  return new Promise((resolve) => {
    const wait = (left: number): (() => void) =>
      timers.after(left, 'idle', () => {
        if (owner?.isAlive === false) return Promise.resolve([])
        if (owner !== undefined && owner.frozenFor > 0) wait(1)
        else resolve()
        return Promise.resolve([])
      })
    const cancel = wait(ms)
    signal.addEventListener('abort', () => {
      cancel()
      resolve()
    })
  })
}
