import { createHash, randomUUID } from 'node:crypto'
import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import * as z from 'zod'
import { copyOut } from './copy-table.ts'

const Header = z.strictObject({
  format: z.literal('keyhold backup 1'),
  createdAt: z.iso.datetime(),
  databaseId: z.uuid(),
  profile: z.enum(['demo', 'production']),
  /** Which installation secret it belongs to; missing if an earlier release made it, which stored the secret in it. */
  secretId: z.string().optional(),
  /** The applied migrations, in order. */
  migrations: z.array(z.strictObject({ name: z.string(), hash: z.string() })),
})
const TableHeader = z.strictObject({ table: z.string(), columns: z.array(z.string()) })

/** The first line of a backup. */
export type BackupHeader = z.infer<typeof Header>

/** A table of a backup; its chunks must be read before the next table. */
export interface BackupTable {
  readonly table: string
  readonly columns: readonly string[]
  readonly chunks: Iterable<Uint8Array>
}

/** The file is no backup, or it is damaged or incomplete. */
class BackupFileError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BackupFileError'
  }
}

// The file: header (JSON, a line) || for each table: its header (JSON, a line) || chunks, each its length in decimal (a line)
// and its bytes || 0 (a line); at the end 'sha256 ' || 64 hexadecimal digits over everything before (a line).
const TRAILER_BYTES = 'sha256 '.length + 64 + 1
const READ_BYTES = 256 * 1024

/**
 * Writes all tables of a database to a file, as one snapshot, while the shop runs. The file is written aside, synced and
 * renamed, so that `path` never holds a part of a backup. Only its owner can read it: it contains keys and e-mail addresses.
 *
 * @param onTable called before each table.
 */
export async function writeBackup(
  url: string,
  path: string,
  now: Date,
  onTable: (table: string, number: number, of: number) => void,
): Promise<BackupHeader> {
  const client = new pg.Client({ connectionString: url, application_name: 'keyhold backup' })
  await client.connect()
  const aside = join(dirname(path), `.keyhold-backup-${randomUUID()}`)
  const file = openSync(aside, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    const write = (data: string | Uint8Array) => {
      const bytes = typeof data === 'string' ? Buffer.from(data) : data
      hash.update(bytes)
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    }
    await client.query('begin isolation level repeatable read, read only')
    const header = await readHeader(client, now)
    write(`${JSON.stringify(header)}\n`)
    const tables = await readTables(client)
    for (const [at, { table, columns }] of tables.entries()) {
      onTable(table, at + 1, tables.length)
      write(`${JSON.stringify({ table, columns })}\n`)
      await copyOut(client, `copy ${nameOf(table, columns)} to stdout`, (chunk) => {
        write(`${String(chunk.length)}\n`)
        write(chunk)
      })
      write('0\n')
    }
    write(`sha256 ${hash.copy().digest('hex')}\n`)
    fsyncSync(file)
    renameSync(aside, path)
    return header
  } finally {
    closeSync(file)
    rmSync(aside, { force: true })
    await client.end()
  }
}

/** `"table" ("column", …)` for COPY. */
export function nameOf(table: string, columns: readonly string[]): string {
  return `${pg.escapeIdentifier(table)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`
}

/**
 * Opens a backup after its checksum was verified, and passes its header and tables to `use`.
 *
 * @throws {BackupFileError} if the file is no backup, or is damaged; then `use` is not called.
 */
export async function readBackup<T>(
  path: string,
  use: (header: BackupHeader, tables: Iterable<BackupTable>) => Promise<T>,
): Promise<T> {
  const file = openSync(path, 'r')
  try {
    const end = verifyChecksum(file)
    const reader = createReader(file, end)
    const header = Header.safeParse(parseLine(reader.line()))
    if (!header.success)
      throw new BackupFileError('the backup is of another version of Keyhold, which can restore it')
    return await use(header.data, readTablesOf(reader))
  } finally {
    closeSync(file)
  }
}

async function readHeader(client: pg.Client, now: Date): Promise<BackupHeader> {
  const { rows } = await client.query<{ id: string; profile: 'demo' | 'production'; secret_id: string }>(
    'select database_id as id, profile, secret_id from installation',
  )
  const [row] = rows
  if (row === undefined) throw new BackupFileError('this database has never been used by a shop')
  const { rows: migrations } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations order by name',
  )
  return {
    format: 'keyhold backup 1',
    createdAt: now.toISOString(),
    databaseId: row.id,
    profile: row.profile,
    secretId: row.secret_id,
    migrations,
  }
}

/** The tables of the shop with their columns, but for generated ones. The job queue is not saved: rows are its truth. */
async function readTables(
  client: pg.Client,
): Promise<readonly { readonly table: string; readonly columns: readonly string[] }[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     group by c.relname order by c.relname`,
  )
  return rows
}

function verifyChecksum(file: number): number {
  const { size } = fstatSync(file)
  const end = size - TRAILER_BYTES
  if (end < 0) throw new BackupFileError('the file is too short to be a backup')
  const hash = createHash('sha256')
  const bytes = Buffer.alloc(READ_BYTES)
  for (let at = 0; at < end;) {
    const read = readSync(file, bytes, 0, Math.min(READ_BYTES, end - at), at)
    if (read === 0) throw new BackupFileError('the file cannot be read to its end')
    hash.update(bytes.subarray(0, read))
    at += read
  }
  const trailer = Buffer.alloc(TRAILER_BYTES)
  readSync(file, trailer, 0, TRAILER_BYTES, end)
  if (trailer.toString() !== `sha256 ${hash.digest('hex')}\n`)
    throw new BackupFileError('the backup is damaged or incomplete: its checksum differs')
  return end
}

interface Reader {
  isAtEnd(): boolean
  line(): string
  bytes(length: number): Uint8Array
}

function createReader(file: number, end: number): Reader {
  let at = 0
  let buffer = Buffer.alloc(0)
  const bytes = (length: number): Uint8Array => {
    const data = Buffer.alloc(length)
    for (let done = 0; done < length;) {
      const read = readSync(file, data, done, length - done, at)
      if (read === 0 || at + read > end) throw new BackupFileError('the backup ends within a table')
      done += read
      at += read
    }
    return data
  }
  return {
    isAtEnd: () => at >= end,
    bytes,
    line: () => {
      let newline = -1
      // most lines are the length of a chunk
      for (const size of [16, READ_BYTES]) {
        buffer = Buffer.alloc(size)
        const read = readSync(file, buffer, 0, Math.min(size, end - at), at)
        newline = buffer.subarray(0, read).indexOf(10)
        if (newline >= 0) break
      }
      if (newline < 0) throw new BackupFileError('this file is not a backup of Keyhold')
      at += newline + 1
      return buffer.subarray(0, newline).toString()
    },
  }
}

function* readTablesOf(reader: Reader): Generator<BackupTable> {
  while (!reader.isAtEnd()) {
    const header = TableHeader.parse(parseLine(reader.line()))
    yield { ...header, chunks: readChunks(reader) }
  }
}

function* readChunks(reader: Reader): Generator<Uint8Array> {
  for (;;) {
    const length = Number(reader.line())
    if (!Number.isSafeInteger(length)) throw new BackupFileError('the backup has a chunk without a length')
    if (length === 0) return
    yield reader.bytes(length)
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw new BackupFileError('this file is not a backup of Keyhold')
  }
}
