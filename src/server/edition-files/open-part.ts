import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { readByteRange } from '#server/site/byte-range.ts'

interface AskedPart {
  readonly method: string
  readonly headers: { readonly range?: string | undefined; readonly 'if-range'?: string | undefined }
}

/** A part of a file that is open for one reply. Whoever gets it either reads `stream` or calls `close`. */
export interface OpenPart {
  readonly etag: string
  readonly sizeBytes: number
  /** Inclusive; null if the range lies behind the end. */
  readonly range: { readonly start: number; readonly end: number; readonly isWhole: boolean } | null
  /** Closes the file at its end, and when a reader leaves. */
  stream(): Readable
  close(): Promise<void>
}

/** Opens a file and finds the part that a request asks for. The entity tag changes when the file is replaced. */
export async function openPart(path: string, { method, headers }: AskedPart): Promise<OpenPart> {
  const handle = await open(path, 'r')
  try {
    const { size, mtimeNs, ino } = await handle.stat({ bigint: true })
    const sizeBytes = Number(size)
    const etag = `"${[size, mtimeNs, ino].map((value) => value.toString(36)).join('-')}"`
    // a range is defined for GET only
    const asked = readByteRange(method === 'GET' ? headers : {}, sizeBytes, etag)
    const isWhole = asked.kind === 'whole'
    const range =
      asked.kind === 'unsatisfiable'
        ? null
        : {
            isWhole,
            ...(isWhole ? { start: 0, end: sizeBytes - 1 } : { start: asked.start, end: asked.end }),
          }
    return {
      etag,
      sizeBytes,
      range,
      stream: () =>
        range === null ? Readable.from([]) : handle.createReadStream({ start: range.start, end: range.end }),
      close: () => handle.close(),
    }
  } catch (error) {
    await handle.close()
    throw error
  }
}
