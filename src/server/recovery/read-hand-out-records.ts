import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '#server/db/error-code.ts'
import { RECORD_FILE, RecordLine } from './hand-out-record.ts'
import { mergeReserved, type HighWaterMark } from './high-water-mark.ts'

/** What the records in some folders say of a database. */
export interface HandOuts {
  /** Of keys: 16 bytes each. */
  readonly hashes: readonly Buffer[]
  readonly reserved: HighWaterMark['reserved']
  /** Of the first and the last line. */
  readonly from: Date
  readonly to: Date
}

/** Reads the records of a database, and of those that it became by recoveries; null if there is none. */
export async function readHandOutRecords(
  folders: readonly string[],
  databaseId: string,
): Promise<HandOuts | null> {
  const lines: RecordLine[] = []
  for (const folder of new Set(folders)) lines.push(...(await readFolder(folder)))
  const ofDatabase = lines.filter(
    (line) => line.databaseId === databaseId || line.formerIds.includes(databaseId),
  )
  const times = ofDatabase.map(({ at }) => Date.parse(at)).sort((one, other) => one - other)
  const [first, last = first] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return null
  const hashes = new Set(ofDatabase.flatMap(({ handedOut = [] }) => handedOut))
  return {
    hashes: [...hashes].map((hash) => Buffer.from(hash, 'base64url')),
    reserved: ofDatabase.reduce<HighWaterMark['reserved']>(
      (sum, { reserved = {} }) => mergeReserved(sum, reserved),
      {},
    ),
    from: new Date(first),
    to: new Date(last),
  }
}

async function readFolder(folder: string): Promise<readonly RecordLine[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const files = names.filter((name) => RECORD_FILE.test(name))
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.flatMap((text) => text.split('\n').flatMap(readLine))
}

/** A line that a machine was lost in the middle of is none. */
function readLine(text: string): readonly RecordLine[] {
  try {
    const read = RecordLine.safeParse(JSON.parse(text))
    return read.success ? [read.data] : []
  } catch {
    return []
  }
}
