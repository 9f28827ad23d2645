import type { HighWaterMark } from './high-water-mark.ts'

/**
 * What a database is, compared with the mark in the data folder. `'older'`: orders that the mark knows are missing.
 * `'other_database'`: the mark was written for another one.
 */
export type DatabaseVerdict = 'current' | 'older' | 'other_database'

/**
 * Compares a database with the mark.
 *
 * @param current the database's own figures.
 * @param recovered ids of the databases whose loss was recovered from: their marks no longer apply but for the indexes.
 */
export function judgeDatabase(
  mark: HighWaterMark | null,
  current: HighWaterMark,
  recovered: ReadonlySet<string>,
): DatabaseVerdict {
  if (mark === null) return 'current'
  const isSame = mark.databaseId === current.databaseId
  if (!isSame && !recovered.has(mark.databaseId)) return isUnused(mark) ? 'current' : 'other_database'
  const isBehind = Object.entries(mark.reserved).some(([one, index]) => (current.reserved[one] ?? 0) < index)
  const lacksEvents =
    isSame && mark.newestEvent !== null && BigInt(current.newestEvent?.id ?? 0) < BigInt(mark.newestEvent.id)
  return isBehind || lacksEvents ? 'older' : 'current'
}

function isUnused({ newestEvent, reserved }: HighWaterMark): boolean {
  return newestEvent === null && Object.values(reserved).every((index) => index === 0)
}
