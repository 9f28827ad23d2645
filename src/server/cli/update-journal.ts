import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { syncFolder } from '#server/runtime/sync-folder.ts'

const Journal = z.strictObject({
  version: z.literal(1),
  startedAt: z.iso.datetime(),
  /** The backup that a failed update is rolled back with. */
  backup: z.string(),
  /** The migrations that were applied before the update. */
  before: z.array(z.string()),
  /** The newest event of an order then; another one means that orders went on. */
  newestEvent: z.string().nullable(),
  /** The release that was updated to; missing in a journal of 0.1.0. */
  release: z.string().optional(),
})

/**
 * An update in progress, kept in the data folder, so that one that was killed is finished or undone by the next. When it has
 * ended its journal stays beside it, for the way back.
 */
export type UpdateJournal = z.infer<typeof Journal>

const FILE = 'update.json'
const ENDED_FILE = 'last-update.json'

/** Reads the journal; null if no update is in progress. */
export async function readUpdateJournal(dataFolder: string): Promise<UpdateJournal | null> {
  return readJournal(dataFolder, FILE)
}

/** Reads the journal of the last update that succeeded; null if there was none. */
export async function readLastUpdate(dataFolder: string): Promise<UpdateJournal | null> {
  return readJournal(dataFolder, ENDED_FILE)
}

async function readJournal(dataFolder: string, file: string): Promise<UpdateJournal | null> {
  let text: string
  try {
    text = await readFile(join(dataFolder, file), 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
  return Journal.parse(JSON.parse(text))
}

/** Writes the journal before the database is changed. */
export async function writeUpdateJournal(dataFolder: string, journal: UpdateJournal): Promise<void> {
  await mkdir(dataFolder, { recursive: true })
  const aside = join(dataFolder, `.${FILE}.${randomUUID()}`)
  const file = await open(aside, 'wx', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(journal)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(aside, join(dataFolder, FILE))
  await syncFolder(dataFolder)
}

/** Keeps the journal of an update that has succeeded, for the way back. */
export async function keepUpdateJournal(dataFolder: string): Promise<void> {
  await rename(join(dataFolder, FILE), join(dataFolder, ENDED_FILE))
  await syncFolder(dataFolder)
}

/** Removes the journal of an update that was undone, or changed nothing. */
export async function removeUpdateJournal(dataFolder: string): Promise<void> {
  await rm(join(dataFolder, FILE), { force: true })
}
