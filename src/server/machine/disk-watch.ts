import type { Log } from '#server/runtime/log.ts'
import { formatMib, readDiskSpace, type DiskFolders, type DiskPlace, type DiskSpace } from './disk-space.ts'

interface DiskWatchDeps {
  /** Whether PostgreSQL has said that its disk is full, and could not be written since. */
  readonly isDatabaseFull: () => boolean
  /** Whether the shop's own file in the data folder could not be written; it is tried again. */
  readonly isDataRefused: () => boolean
  readonly log: Log
}

/** The room on the disks that the shop writes to, as it was when this process looked last. */
export interface DiskWatch {
  /** What to look at from now on. */
  watch(folders: DiskFolders): void
  /** @returns whether orders may be taken again, or no longer. */
  look(): Promise<boolean>
  spaces(): readonly DiskSpace[]
  /** Whether an order that is taken now could perhaps not be settled. */
  isFull(): boolean
}

/** Creates the watch. Before the first look nothing is full. */
export function createDiskWatch(deps: DiskWatchDeps): DiskWatch {
  const { isDatabaseFull, isDataRefused, log } = deps
  let folders: DiskFolders = {}
  let seen: readonly DiskSpace[] = []
  let isTold = false

  const spaces = () => {
    const known = isDatabaseFull() ? withFull(seen, 'database') : seen
    return isDataRefused() ? withFull(known, 'data') : known
  }
  const isFull = () => spaces().some(({ place, level }) => level === 'full' && place !== 'backups')
  return {
    spaces,
    isFull,
    watch: (wanted) => {
      folders = wanted
    },
    async look() {
      seen = await readDiskSpace(folders)
      if (isFull() === isTold) return false
      isTold = !isTold
      const free = Object.fromEntries(
        spaces().map(({ place, freeBytes }) => [place, freeBytes === null ? 'none' : formatMib(freeBytes)]),
      )
      if (isTold) log.error({ free }, 'a disk is full: no orders are taken until there is room again')
      else log.warn({ free }, 'there is room on the disks again: orders are taken')
      return true
    },
  }
}

/** What a write has shown counts more than what the file system says, which knows no quota. */
function withFull(spaces: readonly DiskSpace[], place: DiskPlace): readonly DiskSpace[] {
  const unknown = { freeBytes: null, sizeBytes: null, device: null }
  const found = spaces.find((one) => one.place === place) ?? { place, ...unknown }
  return [{ ...found, level: 'full' }, ...spaces.filter((one) => one !== found)]
}
