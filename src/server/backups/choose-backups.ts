/** A backup in the folder, as far as its name tells. */
export interface StoredBackup {
  /** The name, without its folder. */
  readonly file: string
  readonly createdAt: Date
}

const DAY_MS = 86_400_000
const DAYS = 7
const WEEKS = 4
const MONTHS = 6

/**
 * Chooses the backups to keep: the newest of each of the last 7 days that have one, of the last 4 weeks (from Monday, UTC) and
 * of the last 6 months. So the newest one is always kept, and a pause deletes nothing.
 */
export function chooseBackups<Backup extends StoredBackup>(all: readonly Backup[]): ReadonlySet<Backup> {
  const newestFirst = [...all].sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  return new Set([
    ...newestOfEach(newestFirst, dayOf, DAYS),
    ...newestOfEach(newestFirst, weekOf, WEEKS),
    ...newestOfEach(newestFirst, monthOf, MONTHS),
  ])
}

function newestOfEach<Backup extends StoredBackup>(
  newestFirst: readonly Backup[],
  periodOf: (at: Date) => number,
  count: number,
): readonly Backup[] {
  const found = new Map<number, Backup>()
  for (const backup of newestFirst) {
    const period = periodOf(backup.createdAt)
    if (!found.has(period)) found.set(period, backup)
  }
  return [...found.values()].slice(0, count)
}

function dayOf(at: Date): number {
  return Math.floor(at.getTime() / DAY_MS)
}

/** 1970-01-01 was a Thursday. */
function weekOf(at: Date): number {
  return Math.floor((dayOf(at) + 3) / 7)
}

function monthOf(at: Date): number {
  return at.getUTCFullYear() * 12 + at.getUTCMonth()
}
