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
})

/** An update in progress, kept in the data folder, so that one that was killed is finished or undone by the next. */
export type UpdateJournal = z.infer<typeof Journal>

const FILE = 'update.json'

/** Reads the journal; null if no update is in progress. */
export async function readUpdateJournal(dataFolder: string): Promise<UpdateJournal | null> {
  let text: string
  try {
    text = await readFile(join(dataFolder, FILE), 'utf8')
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

/** Removes the journal of an update that has ended. */
export async function removeUpdateJournal(dataFolder: string): Promise<void> {
  await rm(join(dataFolder, FILE), { force: true })
}
