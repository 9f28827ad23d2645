import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openByteSink, openByteSource } from './backup-bytes.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'

const CHUNK = 65_536
const STORED_CHUNK = CHUNK + 16
const KEY = Buffer.alloc(32, 7)

const folder = temporaryFolder()

function pattern(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) % 256))
}

/** The bytes of a file to which `data` was written in parts. */
function written(data: Buffer, key: Uint8Array | null): Buffer {
  const path = join(folder, 'out')
  const file = openSync(path, 'w')
  const sink = openByteSink(file, key)
  for (let at = 0; at < data.length; at += 10_007) sink.write(data.subarray(at, at + 10_007))
  sink.end()
  closeSync(file)
  return readFileSync(path)
}

function readAll(stored: Uint8Array, keys: readonly Uint8Array[]): Buffer {
  const path = join(folder, 'in')
  writeFileSync(path, stored)
  const file = openSync(path, 'r')
  try {
    const source = openByteSource(file, keys)
    const target = Buffer.alloc(source.size)
    for (let at = 0; at < target.length; at += 30_011)
      expect(source.read(target.subarray(at, at + 30_011), at)).toBe(Math.min(30_011, target.length - at))
    // nothing is behind the end
    expect(source.read(Buffer.alloc(1), source.size)).toBe(0)
    return target
  } finally {
    closeSync(file)
  }
}

describe.each([
  ['as they are', null],
  ['encrypted', KEY],
])('bytes that are written %s', (_how, key) => {
  test.each([1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 200_000])('are read again: %i of them', (length) => {
    const data = pattern(length)
    expect(readAll(written(data, key), key === null ? [] : [Buffer.alloc(32, 1), key]).equals(data)).toBe(
      true,
    )
  })
})

describe('an encrypted file', () => {
  const whole = () => written(pattern(3 * CHUNK), KEY)
  const headerLength = (stored: Buffer) => stored.indexOf('\n') + 1

  test('differs each time, and holds nothing of its content', () => {
    expect(whole().equals(whole())).toBe(false)
    expect(whole().includes(pattern(64))).toBe(false)
  })

  test.each([
    ['a changed bit', (stored: Buffer) => flip(stored, stored.length - 100)],
    ['a changed salt', (stored: Buffer) => flip(stored, stored.indexOf('"salt":"') + 12)],
    ['a missing last byte', (stored: Buffer) => stored.subarray(0, -1)],
    ['a missing last chunk', (stored: Buffer) => stored.subarray(0, stored.length - STORED_CHUNK)],
    ['no chunk at all', (stored: Buffer) => stored.subarray(0, headerLength(stored))],
    ['bytes behind the end', (stored: Buffer) => Buffer.concat([stored, Buffer.alloc(20)])],
    [
      'two chunks in each other’s place',
      (stored: Buffer) => {
        const start = headerLength(stored)
        const part = (number: number) =>
          stored.subarray(start + number * STORED_CHUNK, start + (number + 1) * STORED_CHUNK)
        return Buffer.concat([stored.subarray(0, start), part(1), part(0), part(2)])
      },
    ],
    [
      'a chunk of another file',
      (stored: Buffer) => {
        const other = whole()
        const start = headerLength(stored)
        return Buffer.concat([
          stored.subarray(0, start),
          other.subarray(headerLength(other), headerLength(other) + STORED_CHUNK),
          stored.subarray(start + STORED_CHUNK),
        ])
      },
    ],
  ])('with %s is refused', (_what, change) => {
    expect(() => readAll(change(whole()), [KEY])).toThrow(/damaged, altered or incomplete/)
  })

  test('is refused without its key, and with another', () => {
    expect(() => readAll(whole(), [])).toThrow('set KEYHOLD_BACKUP_KEY')
    expect(() => readAll(whole(), [Buffer.alloc(32, 1)])).toThrow('encrypted with another key')
  })
})

function flip(stored: Buffer, at: number): Buffer {
  const changed = Buffer.from(stored)
  changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
  return changed
}
