import { createHash, randomUUID } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'
import * as z from 'zod'
import { readRelease } from '#server/runtime/release.ts'
import { syncFolder } from '#server/runtime/sync-folder.ts'
import { BackupFileError, openByteSink, openByteSource, type ByteSource } from './backup-bytes.ts'
import { copyOut } from './copy-table.ts'
import { openClient } from './shop-client.ts'

const Header = z.strictObject({
  format: z.literal('keyhold backup 1'),
  createdAt: z.iso.datetime(),
  databaseId: z.uuid(),
  profile: z.enum(['demo', 'production']),
  /** Which installation secret it belongs to; missing if an earlier release made it, which stored the secret in it. */
  secretId: z.string().optional(),
  /** The release that wrote it, and how much it holds, for people who choose one; missing in those of earlier releases. */
  release: z.string().optional(),
  orders: z.int().nonnegative().optional(),
  keys: z.int().nonnegative().optional(),
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

/** What a backup is written with. */
export interface BackupOptions {
  readonly now: Date
  /** 32 bytes to encrypt it with; null: it is not encrypted. */
  readonly key: Uint8Array | null
  /** Called before each table; the backup ends with what it throws. */
  readonly onTable: (table: string, number: number, of: number) => void
}

/** How files are named that are not complete yet, or were left by a process that was killed. */
export const UNFINISHED_PREFIX = '.keyhold-backup-'

// The file, encrypted or not: header (JSON, a line) || for each table: its header (JSON, a line) || chunks, each its length in decimal (a line)
// and its bytes || 0 (a line); at the end 'sha256 ' || 64 hexadecimal digits over everything before (a line).
const TRAILER_BYTES = 'sha256 '.length + 64 + 1
const READ_BYTES = 256 * 1024

/**
 * Writes all tables of a database to a file, as one snapshot, while the shop runs. The file is written aside, synced and
 * renamed, so that `path` never holds a part of a backup. Only its owner can read it: it contains keys and e-mail addresses.
 */
export async function writeBackup(
  url: string,
  path: string,
  { now, key, onTable }: BackupOptions,
): Promise<BackupHeader> {
  const client = await openClient({ url, kind: 'long', name: 'keyhold backup', types: pg.types })
  const aside = join(dirname(path), `${UNFINISHED_PREFIX}${randomUUID()}`)
  try {
    const file = await open(aside, 'wx', 0o600)
    try {
      const sink = openByteSink(file.fd, key)
      const hash = createHash('sha256')
      const write = (data: string | Uint8Array) => {
        const bytes = typeof data === 'string' ? Buffer.from(data) : data
        hash.update(bytes)
        sink.write(bytes)
      }
      const header = await writeTables(client, now, write, onTable)
      sink.write(Buffer.from(`sha256 ${hash.digest('hex')}\n`))
      sink.end()
      await file.sync()
      await rename(aside, path)
      await syncFolder(dirname(path))
      return header
    } finally {
      await file.close()
    }
  } finally {
    await rm(aside, { force: true })
    await client.end()
  }
}

async function writeTables(
  client: pg.Client,
  now: Date,
  write: (data: string | Uint8Array) => void,
  onTable: BackupOptions['onTable'],
): Promise<BackupHeader> {
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
  return header
}

/** `"table" ("column", …)` for COPY. */
export function nameOf(table: string, columns: readonly string[]): string {
  return `${pg.escapeIdentifier(table)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`
}

/**
 * Opens a backup after its checksum was verified, and passes its header and tables to `use`.
 *
 * @param keys one of which it is encrypted with, if it is.
 * @throws {BackupFileError} if the file is no backup, is damaged or encrypted with another key; then `use` is not called.
 */
export async function readBackup<T>(
  path: string,
  keys: readonly Uint8Array[],
  use: (header: BackupHeader, tables: Iterable<BackupTable>) => Promise<T>,
): Promise<T> {
  const file = openSync(path, 'r')
  try {
    const source = openByteSource(file, keys)
    const end = await verifyChecksum(source)
    const reader = createReader(source, end)
    return await use(parseHeader(reader), readTablesOf(reader))
  } finally {
    closeSync(file)
  }
}

/**
 * Reads only the first line of a backup, for a list: whether the file is complete is not known.
 *
 * @throws {BackupFileError} if the file is no backup, or encrypted with another key.
 */
export function readBackupHeader(path: string, keys: readonly Uint8Array[]): BackupHeader {
  const file = openSync(path, 'r')
  try {
    const source = openByteSource(file, keys)
    return parseHeader(createReader(source, source.size))
  } finally {
    closeSync(file)
  }
}

function parseHeader(reader: Reader): BackupHeader {
  const header = Header.safeParse(parseLine(reader.line()))
  if (header.success) return header.data
  throw new BackupFileError('the backup is of another version of Keyhold, which can restore it')
}

async function readHeader(client: pg.Client, now: Date): Promise<BackupHeader> {
  // before an update the schema may be that of an earlier release, whose installation has fewer columns
  const { rows } = await client.query<{
    id: string | null
    profile: 'demo' | 'production'
    secret_id: string | null
    orders: number
    keys: number
  }>(
    `select to_jsonb(i) ->> 'database_id' as id, profile, to_jsonb(i) ->> 'secret_id' as secret_id,
       (select count(*)::int from payments) as orders, (select count(*)::int from game_keys) as keys
     from installation i`,
  )
  const [row] = rows
  if (row === undefined) throw new BackupFileError('this database has never been used by a shop')
  const { rows: migrations } = await client.query<{ name: string; hash: string }>(
    'select name, hash from migrations order by name',
  )
  return {
    format: 'keyhold backup 1',
    createdAt: now.toISOString(),
    databaseId: row.id ?? randomUUID(),
    profile: row.profile,
    ...(row.secret_id === null ? {} : { secretId: row.secret_id }),
    release: await readRelease(),
    orders: row.orders,
    keys: row.keys,
    migrations,
  }
}

/** The tables of the shop with their columns, but for generated ones. */
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

/** Lets other work of the process go on between two parts of the file. */
async function verifyChecksum(source: ByteSource): Promise<number> {
  const end = source.size - TRAILER_BYTES
  if (end < 0) throw new BackupFileError('the file is too short to be a backup')
  const hash = createHash('sha256')
  const bytes = Buffer.alloc(READ_BYTES)
  for (let at = 0; at < end;) {
    const read = source.read(bytes.subarray(0, Math.min(READ_BYTES, end - at)), at)
    if (read === 0) throw new BackupFileError('the file cannot be read to its end')
    hash.update(bytes.subarray(0, read))
    at += read
    await nextTurn()
  }
  const trailer = Buffer.alloc(TRAILER_BYTES)
  source.read(trailer, end)
  if (trailer.toString() !== `sha256 ${hash.digest('hex')}\n`)
    throw new BackupFileError('the backup is damaged or incomplete: its checksum differs')
  return end
}

interface Reader {
  isAtEnd(): boolean
  line(): string
  bytes(length: number): Uint8Array
}

function createReader(source: ByteSource, end: number): Reader {
  let at = 0
  let buffer = Buffer.alloc(0)
  const bytes = (length: number): Uint8Array => {
    const data = Buffer.alloc(length)
    for (let done = 0; done < length;) {
      const read = source.read(data.subarray(done), at)
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
        const read = source.read(buffer.subarray(0, Math.min(size, end - at)), at)
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
