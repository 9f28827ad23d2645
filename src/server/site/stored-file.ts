import { closeSync, createReadStream, fstatSync, open, openSync, read, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'

/**
 * A file that is read when it is sent, and kept in memory by the system alone. It stays open: what replaces it in its folder
 * is not sent under its name.
 */
export interface StoredFile {
  readonly sizeBytes: number
  /** All its bytes. */
  readWhole(): Buffer
  /** The bytes from `start` to `end`, both inclusive. */
  stream(start: number, end: number): Readable
  close(): void
}

/**
 * What streams do with the descriptor. One that is destroyed, as when a reader leaves, would close it in spite of `autoClose`,
 * and its number would soon be that of something else.
 */
const SHARED = {
  open,
  read,
  close: (_fd: number, done: (error: Error | null) => void) => {
    done(null)
  },
}

export function openStoredFile(path: string): StoredFile {
  const fd = openSync(path, 'r')
  const sizeBytes = fstatSync(fd).size
  return {
    sizeBytes,
    readWhole: () => readFileSync(path),
    // the path is not used where there is a descriptor
    stream: (start, end) => createReadStream('', { fd, fs: SHARED, autoClose: false, start, end }),
    close: () => {
      closeSync(fd)
    },
  }
}
