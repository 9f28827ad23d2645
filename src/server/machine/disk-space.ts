import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DISK_PLACES } from '#shared/alert-facts.ts'
import { codeOf } from '#server/db/error-code.ts'

/** What is stored in a folder whose disk is watched. */
export type DiskPlace = (typeof DISK_PLACES)[number]

/** How much room there is: `low` is told to staff, and with `full` nothing is sold. */
export type DiskLevel = 'ok' | 'low' | 'full'

/** The room on the disk of a place. */
export interface DiskSpace {
  readonly place: DiskPlace
  /** What this process may still write, in bytes; null of a database on another machine. */
  readonly freeBytes: number | null
  /** Of the whole disk; null where `freeBytes` is. */
  readonly sizeBytes: number | null
  readonly level: DiskLevel
  /** Places with the same number share a disk; null where `freeBytes` is. */
  readonly device: number | null
}

/** A folder to look at, for each place that is on this machine. */
export type DiskFolders = Readonly<Partial<Record<DiskPlace, string>>>

const MIB = 1024 * 1024
/**
 * Four segments of PostgreSQL's write-ahead log. An order and its settlement write less than 100 kB, so what is open can
 * still be settled when the last order is taken.
 */
const FULL_BELOW_BYTES = 64 * MIB
const LOW_BELOW_BYTES = 1024 * MIB
/** A small disk is not low all its life. */
const LOW_BELOW_SHARE = 0.1

/** Looks at the disks of the folders. A folder that does not exist yet, or cannot be seen, is on its parent's disk. */
export async function readDiskSpace(folders: DiskFolders): Promise<readonly DiskSpace[]> {
  const places = Object.entries(folders) as (readonly [DiskPlace, string])[]
  return Promise.all(places.map(([place, folder]) => readPlace(place, folder)))
}

async function readPlace(place: DiskPlace, folder: string): Promise<DiskSpace> {
  try {
    const [{ bavail, blocks, bsize }, { dev }] = await Promise.all([statfs(folder), stat(folder)])
    const [freeBytes, sizeBytes] = [bavail * bsize, blocks * bsize]
    return { place, freeBytes, sizeBytes, level: diskLevelOf(freeBytes, sizeBytes), device: dev }
  } catch (error) {
    const parent = dirname(folder)
    if (!['ENOENT', 'EACCES'].includes(codeOf(error)) || parent === folder) throw error
    return readPlace(place, parent)
  }
}

/** What an amount of free room means on a disk of a size, both in bytes. */
export function diskLevelOf(freeBytes: number, sizeBytes: number): DiskLevel {
  if (freeBytes < FULL_BELOW_BYTES) return 'full'
  const lowBelow = Math.max(2 * FULL_BELOW_BYTES, Math.min(LOW_BELOW_BYTES, sizeBytes * LOW_BELOW_SHARE))
  return freeBytes < lowBelow ? 'low' : 'ok'
}

/** For logs and messages: `'63 MiB'`. */
export function formatMib(bytes: number): string {
  return `${String(Math.floor(bytes / MIB))} MiB`
}
