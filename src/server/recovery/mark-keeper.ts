import type { RecordedEvent } from '#server/db/pg-connection.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import { isOfUnusedShop, type HighWaterMark } from './high-water-mark.ts'
import { openMarkFile, readHighWaterMark, type MarkFile } from './mark-file.ts'
import { EVENTS_OF_MARK } from './read-figures.ts'

/** The mark of this process, in memory and in its data folder. */
export interface MarkKeeper {
  /** Null before a database was compared with it for the first time. */
  current(): HighWaterMark | null
  /** Reads the file. @throws {UnreadableMarkError} if it is damaged. */
  load(): Promise<void>
  /** Takes over what was read from a database. */
  replace(mark: HighWaterMark): void
  /** An order has changed, in any process. */
  note(event: RecordedEvent): void
  /** Resolves once all that is known now is in the file. A failure is logged: what is in memory still counts. */
  save(): Promise<void>
  /** Whether `save` would have nothing to do. */
  isSaved(): boolean
  /** Whether the file could not be written, for a full disk or a folder that may not be written; tries again meanwhile. */
  isRefused(): boolean
  close(): Promise<void>
}

/** What nobody waits for is written this much later, and everything is flushed to the disk as often. */
const FLUSH_EVERY_MS = 100
const RETRY_EVERY_MS = 5_000

/** Creates the keeper of the mark in a data folder. A command beside the shop compares, and leaves the file to it. */
export function createMarkKeeper({
  dataFolder,
  log,
  isReadOnly = false,
}: {
  readonly dataFolder: string
  readonly log: Log
  readonly isReadOnly?: boolean
}): MarkKeeper {
  let mark: HighWaterMark | null = null
  let file: MarkFile | null = null
  let noted = 0
  let saved = 0
  let writing: Promise<void> | null = null
  let flushing: NodeJS.Timeout | null = null
  let isRefused = false

  const change = (changed: HighWaterMark) => {
    mark = changed
    noted += 1
    flushing ??= setTimeout(() => void flush(), FLUSH_EVERY_MS).unref()
  }
  const write = async (): Promise<void> => {
    const version = noted
    try {
      if (mark === null || isReadOnly || isOfUnusedShop(mark)) return
      if (file === null) file = await openMarkFile(dataFolder, mark)
      else await file.write(mark)
      isRefused = false
    } catch (error) {
      isRefused = true
      retryLater()
      log.error(
        { error: describeError(error) },
        'the high-water mark cannot be written to the data folder; a database that comes back older after a restart of this process would not be noticed',
      )
    } finally {
      saved = version
    }
  }
  const retryLater = () => {
    flushing ??= setTimeout(() => {
      noted += 1
      void flush()
    }, RETRY_EVERY_MS).unref()
  }
  const save = async (): Promise<void> => {
    const wanted = noted
    while (saved < wanted) {
      writing ??= write().finally(() => (writing = null))
      await writing
    }
  }
  const flush = async (): Promise<void> => {
    flushing = null
    await save()
    try {
      await file?.sync()
    } catch (error) {
      isRefused = true
      retryLater()
      log.error({ error: describeError(error) }, 'the high-water mark cannot be flushed to the disk')
    }
  }

  return {
    current: () => mark,
    load: async () => {
      mark = await readHighWaterMark(dataFolder)
    },
    replace: change,
    note: ({ id, at }) => {
      const event = { id: String(id), at: at.toISOString() }
      // a process learns of its own events twice
      if (mark === null || mark.newestEvents.some((known) => known.id === event.id)) return
      change({ ...mark, newestEvents: [...mark.newestEvents, event].slice(-EVENTS_OF_MARK) })
    },
    save,
    isSaved: () => saved === noted,
    isRefused: () => isRefused,
    close: async () => {
      if (flushing !== null) clearTimeout(flushing)
      await flush()
      if (flushing !== null) clearTimeout(flushing)
      await file?.close()
      file = null
    },
  }
}
