import type { HighWaterMark } from './high-water-mark.ts'

/**
 * What a database is, compared with the mark in the data folder. `'older'`: orders or addresses that the mark knows are
 * missing. `'other_database'`: the mark was written for another one.
 */
export type DatabaseVerdict = 'current' | 'older' | 'other_database'

/** A database as it is compared with a mark. */
export interface DatabaseFigures {
  readonly databaseId: string
  readonly systemId: string
  readonly timeline: number
  /** The first index never reserved; during a recovery also what the lost database had reserved. */
  readonly reserved: Readonly<Record<string, number>>
  /** Whether an event is missing that the mark names. */
  readonly lacksEvents: boolean
  /** Ids of the databases whose loss a recovery was begun for: their marks no longer apply but for the indexes. */
  readonly recovered: ReadonlySet<string>
}

/** Compares a database with the mark. */
export function judgeDatabase(mark: HighWaterMark | null, current: DatabaseFigures): DatabaseVerdict {
  if (mark === null) return 'current'
  const isSame = mark.databaseId === current.databaseId
  if (mark.formerIds.includes(current.databaseId)) return 'older'
  if (!isSame && !current.recovered.has(mark.databaseId)) return isUnused(mark) ? 'current' : 'other_database'
  const isBehind = Object.entries(mark.reserved).some(([one, index]) => (current.reserved[one] ?? 0) < index)
  // a former primary that is back among several hosts
  const isFormer = mark.systemId === current.systemId && current.timeline < mark.timeline
  return isBehind || (isSame && (current.lacksEvents || isFormer)) ? 'older' : 'current'
}

function isUnused({ newestEvents, reserved }: HighWaterMark): boolean {
  return newestEvents.length === 0 && Object.values(reserved).every((index) => index === 0)
}
