import type * as z from 'zod'
import type { HealthReply } from '#shared/api.ts'
import { formatMib } from './disk-space.ts'
import type { MachineState } from './machine.ts'

type HealthParts = z.infer<typeof HealthReply>['parts']

/** The machine's clock is wrong from this difference on, in seconds. */
export const CLOCK_WRONG_FROM_S = 30

/** How far a clock is ahead, in seconds: the machine's of the database's, or the database's of the world's; null if both are right. */
export function wrongClockOf({ aheadOfDatabaseS, aheadOfWorldS }: MachineState): number | null {
  if (aheadOfWorldS !== null) return aheadOfWorldS
  return Math.abs(aheadOfDatabaseS) >= CLOCK_WRONG_FROM_S ? aheadOfDatabaseS : null
}

/** The parts `disk` and `clock` of `GET /health`, and `record` while it fails. */
export function machineHealth(state: MachineState): HealthParts {
  const tight = state.disks.filter(({ level }) => level !== 'ok')
  const room = tight.map(({ place, level, freeBytes }) =>
    freeBytes === null ? `${place} is ${level}` : `${place} is ${level}, ${formatMib(freeBytes)} are free`,
  )
  return {
    disk: room.length === 0 ? { ok: true } : { ok: false, detail: room.join('; ') },
    clock: clockHealth(state),
    ...(state.isRecordFailing ? { record: { ok: false, detail: 'KEYHOLD_RECORD_TO takes nothing' } } : {}),
  }
}

function clockHealth(state: MachineState): HealthParts[string] {
  const aheadS = wrongClockOf(state)
  if (aheadS === null) return { ok: true }
  const whose = state.aheadOfWorldS === null ? 'this machine' : 'the database'
  const than = state.aheadOfWorldS === null ? 'the database' : 'the nodes'
  const side = aheadS > 0 ? 'ahead of' : 'behind'
  return {
    ok: false,
    detail: `the clock of ${whose} is ${String(Math.abs(aheadS))} s ${side} that of ${than}`,
  }
}
