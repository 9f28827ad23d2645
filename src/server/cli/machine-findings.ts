import type { Settings } from '#server/config/settings.ts'
import type { DatabaseReport } from '#server/db/inspect-database.ts'
import { formatMib, readDiskSpace } from '#server/machine/disk-space.ts'
import { diskFoldersOf } from '#server/machine/find-disk-folders.ts'
import { CLOCK_WRONG_FROM_S } from '#server/machine/machine-health.ts'
import type { TimeWitnesses } from '#server/machine/time-witnesses.ts'
import type { Finding } from './finding.ts'

const NAMES = { database: 'the database', data: 'the data folder', backups: 'the backups' } as const
const CURE = 'set it with NTP ("timedatectl set-ntp true")'

/** Reports the room on the disks of this machine, and a clock that differs from the database's. */
export async function machineFindings(
  settings: Settings,
  report: DatabaseReport | null,
  now: Date,
): Promise<readonly Finding[]> {
  const spaces = await readDiskSpace(diskFoldersOf(settings, report?.clusterFolder ?? null))
  const disks = spaces.map(({ place, freeBytes, level }): Finding => {
    const message = `${formatMib(freeBytes ?? 0)} are free for ${NAMES[place]}`
    if (level === 'ok') return { kind: 'ok', about: 'disk', message }
    const isClosing = level === 'full' && place !== 'backups'
    return isClosing
      ? {
          kind: 'fault',
          about: 'disk',
          message: `${message}: no orders are taken below 64 MiB; free some room`,
        }
      : { kind: 'warning', about: 'disk', message: `${message}; free some room` }
  })
  return [...disks, ...clockFindings(report, now)]
}

function clockFindings(report: DatabaseReport | null, now: Date): readonly Finding[] {
  if (report === null) return []
  const machineAheadS = Math.round((now.getTime() - report.now.getTime()) / 1000)
  if (Math.abs(machineAheadS) < CLOCK_WRONG_FROM_S)
    return [{ kind: 'ok', about: 'clock', message: 'that of this machine agrees with the database' }]
  const message = `that of this machine is ${aside(machineAheadS)} the database's; ${CURE}`
  return [{ kind: 'fault', about: 'clock', message }]
}

/** Reports a clock that differs from those of the nodes, which were asked before. */
export function witnessFindings(witnesses: TimeWitnesses): readonly Finding[] {
  const aheadS = witnesses.aheadS()
  if (aheadS === null) return []
  const message = `that of this machine is ${aside(aheadS)} those of the nodes; ${CURE}`
  return [{ kind: 'fault', about: 'clock', message }]
}

function aside(aheadS: number): string {
  return `${String(Math.abs(aheadS))} s ${aheadS > 0 ? 'ahead of' : 'behind'}`
}
