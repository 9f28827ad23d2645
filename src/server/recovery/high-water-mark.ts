import * as z from 'zod'

const EventOfMark = z.strictObject({ id: z.string().regex(/^\d+$/), at: z.iso.datetime() })
const Reserved = z.record(z.string(), z.int().nonnegative())

/** As written by this release. */
export const MarkContent = z.strictObject({
  version: z.literal(2),
  databaseId: z.uuid(),
  /** Ids that the database had before recoveries, oldest first: if it has one of them again, a recovery is lost, too. */
  formerIds: z.array(z.uuid()).default([]),
  /** The PostgreSQL cluster; empty if an earlier release wrote the mark. */
  systemId: z.string(),
  timeline: z.int().nonnegative(),
  /** The first index never reserved, by the fingerprint of the extended public key. */
  reserved: Reserved,
  /**
   * The events of orders that this process learned of last, in the order in which it did, which is that of their commits but
   * for those that were committed at the same moment. An id alone may be given twice by a database that comes back older.
   */
  newestEvents: z.array(EventOfMark),
})

/** How far a shop had come, kept in its data folder, outside the database. */
export type HighWaterMark = z.infer<typeof MarkContent>

/** As an earlier release wrote it. */
const EarlierContent = z.strictObject({
  version: z.literal(1),
  databaseId: z.uuid(),
  reserved: Reserved,
  newestEvent: EventOfMark.nullable(),
})

/** Reads what this release or the one before wrote; null if it is neither. */
export function parseMark(content: unknown): HighWaterMark | null {
  const read = MarkContent.safeParse(content)
  if (read.success) return read.data
  const earlier = EarlierContent.safeParse(content)
  if (!earlier.success) return null
  const { databaseId, reserved, newestEvent } = earlier.data
  const newestEvents = newestEvent === null ? [] : [newestEvent]
  return { version: 2, databaseId, formerIds: [], systemId: '', timeline: 0, reserved, newestEvents }
}

/** Indexes never go back, whichever database reserved them. */
export function mergeReserved(
  one: HighWaterMark['reserved'],
  other: HighWaterMark['reserved'],
): HighWaterMark['reserved'] {
  const fingerprints = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries(
    [...fingerprints].map((each) => [each, Math.max(one[each] ?? 0, other[each] ?? 0)]),
  )
}

/** Nobody was told an address yet. A mark of it would say nothing, and take the place of the one of a shop that was lost. */
export function isOfUnusedShop({ newestEvents, formerIds }: HighWaterMark): boolean {
  return newestEvents.length === 0 && formerIds.length === 0
}
