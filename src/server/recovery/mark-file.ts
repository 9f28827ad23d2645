import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import * as z from 'zod'
import { codeOf } from '#server/db/error-code.ts'
import { syncFolder } from '#server/runtime/sync-folder.ts'
import { MarkContent, parseMark, type HighWaterMark } from './high-water-mark.ts'

const FILE = 'high-water-mark.json'
// The file: two slots, written in turn, so that one of them is whole whatever happens. A slot: sequence and mark (JSON) ||
// a blank || CRC-32 of the JSON, in decimal || a line break || what is left of an earlier write.
const SLOT_BYTES = 8192
const Slot = z.object({ sequence: z.int().nonnegative(), mark: MarkContent })

/** The file holds something else than a mark. */
class UnreadableMarkError extends Error {
  constructor(path: string) {
    super(`${path} is damaged; remove it if no older backup of the database was restored`)
    this.name = 'UnreadableMarkError'
  }
}

/** The mark of a data folder, open for writing. */
export interface MarkFile {
  /** Writes the mark. It survives the end of this process; `sync` makes it survive the machine's. */
  write(mark: HighWaterMark): Promise<void>
  /** Writes it to the disk. A file that somebody removed is there again after this. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** Reads the mark of a data folder; null if it has none. @throws {UnreadableMarkError} if the file is damaged. */
export async function readHighWaterMark(dataFolder: string): Promise<HighWaterMark | null> {
  return (await readNewestSlot(dataFolder))?.mark ?? null
}

/** Removes the mark of a data folder. The next start makes one of the database that it finds. */
export async function removeHighWaterMark(dataFolder: string): Promise<void> {
  await rm(join(dataFolder, FILE), { force: true })
}

async function readNewestSlot(
  dataFolder: string,
): Promise<{ readonly sequence: number; readonly mark: HighWaterMark } | null> {
  const path = join(dataFolder, FILE)
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  const slots = [text.slice(0, SLOT_BYTES), text.slice(SLOT_BYTES)].flatMap((slot) => readSlot(slot))
  const [newest] = slots.sort((one, other) => other.sequence - one.sequence)
  if (newest !== undefined) return newest
  const earlier = parseMark(parseJson(text))
  if (earlier === null) throw new UnreadableMarkError(path)
  return { sequence: 0, mark: earlier }
}

function readSlot(text: string): readonly { readonly sequence: number; readonly mark: HighWaterMark }[] {
  const [, json = '', sum] = /^(\{.*\}) (\d+)\n/.exec(text) ?? []
  if (Number(sum) !== crc32(json)) return []
  const read = Slot.safeParse(parseJson(json))
  return read.success ? [read.data] : []
}

function slotOf(sequence: number, mark: HighWaterMark): Buffer {
  const json = JSON.stringify({ sequence, mark })
  const text = `${json} ${String(crc32(json))}`
  if (text.length >= SLOT_BYTES) throw new Error('expected a high-water mark of less than 8 kB')
  return Buffer.from(`${text}\n`)
}

/** Opens the mark of a data folder for writing, with its first content. Only its owner can read it. */
export async function openMarkFile(dataFolder: string, first: HighWaterMark): Promise<MarkFile> {
  await mkdir(dataFolder, { recursive: true })
  let sequence = (await readNewestSlot(dataFolder))?.sequence ?? 0
  let newest = first
  let file = await create(dataFolder, slotOf((sequence += 1), first))
  const writeSlot = async (mark: HighWaterMark) => {
    newest = mark
    sequence += 1
    await file.write(slotOf(sequence, mark), 0, null, (sequence % 2) * SLOT_BYTES)
  }
  return {
    write: writeSlot,
    async sync() {
      if ((await file.stat()).nlink > 0) {
        await file.datasync()
        return
      }
      // a write that comes meanwhile finds a file that is open
      const [removed, taken] = [file, newest]
      file = await create(dataFolder, slotOf((sequence += 1), taken))
      if (newest !== taken) await writeSlot(newest)
      await removed.close()
    },
    close: () => file.close(),
  }
}

/** Creates the file whole, in place of the one before. */
async function create(dataFolder: string, slot: Buffer): Promise<FileHandle> {
  const aside = join(dataFolder, `.${FILE}.${randomUUID()}`)
  const file = await open(aside, 'wx+', 0o600)
  try {
    const whole = Buffer.alloc(2 * SLOT_BYTES, ' ')
    for (const at of [0, SLOT_BYTES]) slot.copy(whole, at)
    await file.write(whole)
    await file.sync()
    await rename(aside, join(dataFolder, FILE))
    await syncFolder(dataFolder)
    return file
  } catch (error) {
    await file.close()
    await rm(aside, { force: true })
    throw error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
