import { closeSync, createReadStream, fstatSync, openSync, readFileSync } from 'node:fs'
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

export function openStoredFile(path: string): StoredFile {
  const fd = openSync(path, 'r')
  const sizeBytes = fstatSync(fd).size
  return {
    sizeBytes,
    readWhole: () => readFileSync(path),
    // the path is not used where there is a descriptor
    stream: (start, end) => createReadStream('', { fd, autoClose: false, start, end }),
    close: () => {
      closeSync(fd)
    },
  }
}
