import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const MarkFile = z.strictObject({
  version: z.literal(1),
  databaseId: z.uuid(),
  /** The first index never reserved, by the fingerprint of the extended public key. */
  reserved: z.record(z.string(), z.int().nonnegative()),
  /** The newest event of an order: created, paid, delivered. `id` only grows within one database. */
  newestEvent: z.strictObject({ id: z.string().regex(/^\d+$/), at: z.iso.datetime() }).nullable(),
})

/** How far a shop had come, kept in its data folder, outside the database. */
export type HighWaterMark = z.infer<typeof MarkFile>

const FILE = 'high-water-mark.json'

/** The file holds something else than a mark. */
class UnreadableMarkError extends Error {
  constructor(path: string) {
    super(`${path} is damaged; remove it if no older backup of the database was restored`)
    this.name = 'UnreadableMarkError'
  }
}

/** Reads the mark of a data folder; null if it has none. @throws {UnreadableMarkError} if the file is damaged. */
export async function readHighWaterMark(dataFolder: string): Promise<HighWaterMark | null> {
  const path = join(dataFolder, FILE)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  const read = MarkFile.safeParse(parseJson(text))
  if (!read.success) throw new UnreadableMarkError(path)
  return read.data
}

/** Replaces the mark, readable by its owner only; after a crash the file holds the old mark or the new one. */
export async function writeHighWaterMark(dataFolder: string, mark: HighWaterMark): Promise<void> {
  await mkdir(dataFolder, { recursive: true })
  const aside = join(dataFolder, `.${FILE}.${randomUUID()}`)
  try {
    const file = await open(aside, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(mark)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(aside, join(dataFolder, FILE))
  } finally {
    await rm(aside, { force: true })
  }
}

/** Removes the mark of a data folder, if it has one. */
export async function removeHighWaterMark(dataFolder: string): Promise<void> {
  await rm(join(dataFolder, FILE), { force: true })
}

/** What both marks know: indexes never go back, whichever database reserved them. */
export function mergeMarks(known: HighWaterMark | null, current: HighWaterMark): HighWaterMark {
  if (known === null) return current
  const fingerprints = new Set([...Object.keys(known.reserved), ...Object.keys(current.reserved)])
  const reserved = Object.fromEntries(
    [...fingerprints].map((one) => [one, Math.max(known.reserved[one] ?? 0, current.reserved[one] ?? 0)]),
  )
  return { ...current, reserved }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
