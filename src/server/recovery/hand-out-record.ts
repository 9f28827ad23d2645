import { randomUUID } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { splitCredentials } from '#server/chain/node-http.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import { isOfUnusedShop, type HighWaterMark } from './high-water-mark.ts'

/** What a line of a record says: which database it is of, and what left it or was reserved in it. */
export const RecordLine = z.object({
  at: z.iso.datetime(),
  databaseId: z.uuid(),
  formerIds: z.array(z.uuid()),
  /** Hashes of keys that were shown or mailed to buyers, in base64url: HMACs, of no use without the installation's secret. */
  handedOut: z.array(z.string()).optional(),
  /** As in the mark. */
  reserved: z.record(z.string(), z.int().nonnegative()).optional(),
})
/** A value that the schema of the same name accepts. */
export type RecordLine = z.infer<typeof RecordLine>

/** How records are named; the rest is the start of the database's id and what makes the writer's file its own. */
export const RECORD_FILE = /^keyhold-[0-9a-f]{8}-.+\.record$/

/** What must outlive the machine: kept in a folder or sent to a URL that is not on it. */
export interface HandOutRecord {
  /** Resolves once the hashes are recorded, or after a few seconds: a buyer does not wait longer, the rest follows. */
  handedOut(hashes: readonly Buffer[]): Promise<void>
  /** The same for addresses that were reserved. */
  reserved(): Promise<void>
  /** Since when something could not be recorded; null if all is. */
  failingSince(): Date | null
  close(): Promise<void>
}

interface HandOutRecordDeps {
  /** A folder, absolute, or a URL that takes PUT; null: nothing is recorded. */
  readonly target: string | null
  readonly mark: () => HighWaterMark | null
  readonly clock: Clock
  readonly log: Log
  readonly waitMs?: number
  readonly retryMs?: number
}

const WAIT_MS = 3_000
const RETRY_MS = 10_000
const PUT_WITHIN_MS = 10_000
/** Of the hashes that are known to be recorded: a page that is opened again adds nothing. */
const REMEMBERED_MAX = 50_000

/** Creates the record of one process. */
export function createHandOutRecord(deps: HandOutRecordDeps): HandOutRecord {
  const { target, mark, clock, log, waitMs = WAIT_MS, retryMs = RETRY_MS } = deps
  const recorded = new Set<string>()
  let waiting: { handedOut: Set<string>; hasReserved: boolean } = { handedOut: new Set(), hasReserved: false }
  let failingSince: Date | null = null
  let writing: Promise<void> | null = null
  let retrying: NodeJS.Timeout | null = null
  const append = target === null ? null : appenderTo(target)

  const writeWaiting = async (): Promise<void> => {
    const now = mark()
    const { handedOut, hasReserved } = waiting
    if (append === null || now === null || (handedOut.size === 0 && !hasReserved)) return
    if (handedOut.size === 0 && isOfUnusedShop(now)) return
    waiting = { handedOut: new Set(), hasReserved: false }
    const line: RecordLine = {
      at: clock().toISOString(),
      databaseId: now.databaseId,
      formerIds: [...now.formerIds],
      ...(handedOut.size === 0 ? {} : { handedOut: [...handedOut] }),
      ...(hasReserved ? { reserved: now.reserved } : {}),
    }
    try {
      await append(line)
      remember(recorded, handedOut)
      if (failingSince !== null) log.warn({}, 'what left the shop is recorded again')
      failingSince = null
      // what came while nobody waited
      if (waiting.handedOut.size > 0) void write()
    } catch (error) {
      for (const hash of handedOut) waiting.handedOut.add(hash)
      waiting.hasReserved ||= hasReserved
      if (failingSince === null)
        log.error({ error: describeError(error) }, 'what leaves the shop cannot be recorded; will retry')
      failingSince ??= clock()
      retrying ??= setTimeout(() => {
        retrying = null
        void write()
      }, retryMs).unref()
    }
  }
  /** One line at a time; what comes meanwhile is in the next one. */
  const write = (): Promise<void> => {
    writing = (writing ?? Promise.resolve()).then(writeWaiting)
    return writing
  }
  const isFailing = () => failingSince !== null
  const writeInTime = async (): Promise<boolean> => {
    const { promise: tooLong, resolve } = Promise.withResolvers<false>()
    const timer = setTimeout(resolve, waitMs, false).unref()
    const isInTime = await Promise.race([write().then(() => true), tooLong])
    clearTimeout(timer)
    return isInTime
  }
  const writeSoon = async (): Promise<void> => {
    // while it fails nobody waits
    if (isFailing()) return
    if ((await writeInTime()) || isFailing()) return
    // such as a network folder that hangs: once the write ends, it no longer counts as failing
    failingSince = clock()
    log.error({}, 'what leaves the shop is recorded too slowly; nobody waits for it meanwhile')
  }

  return {
    async handedOut(hashes) {
      if (append === null) return
      const unknown = hashes.map((hash) => hash.toString('base64url')).filter((hash) => !recorded.has(hash))
      if (unknown.length === 0) return
      for (const hash of unknown) waiting.handedOut.add(hash)
      await writeSoon()
    },
    async reserved() {
      if (append === null) return
      waiting.hasReserved = true
      await writeSoon()
    },
    failingSince: () => failingSince,
    close: async () => {
      if (retrying !== null) clearTimeout(retrying)
      await writeInTime()
    },
  }
}

function remember(recorded: Set<string>, hashes: ReadonlySet<string>): void {
  for (const hash of hashes) recorded.add(hash)
  for (const hash of recorded) {
    if (recorded.size <= REMEMBERED_MAX) break
    recorded.delete(hash)
  }
}

function appenderTo(target: string): (line: RecordLine) => Promise<void> {
  return /^https?:/.test(target) ? putterTo(target) : fileWriterIn(target)
}

/** Each process has a file of its own: two that append to one over a network may overwrite each other. */
function fileWriterIn(folder: string): (line: RecordLine) => Promise<void> {
  return async (line) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = await open(join(folder, nameOf(line, hostname())), 'a', 0o600)
    try {
      await file.write(`${JSON.stringify(line)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  }
}

/** Each line is a file of its own, which is not changed any more. */
function putterTo(url: string): (line: RecordLine) => Promise<void> {
  return async (line) => {
    const to = new URL(url)
    to.pathname = `${to.pathname.replace(/\/$/, '')}/${nameOf(line, `${line.at}-${randomUUID()}`)}`
    const { url: address, headers } = splitCredentials(to.href)
    const response = await fetch(address, {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
      body: `${JSON.stringify(line)}\n`,
      redirect: 'error',
      signal: AbortSignal.timeout(PUT_WITHIN_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`expected the record to be stored, got HTTP ${String(response.status)}`)
  }
}

function nameOf({ databaseId }: RecordLine, own: string): string {
  return `keyhold-${databaseId.slice(0, 8)}-${own.replace(/[^\w.-]/g, '')}.record`
}
