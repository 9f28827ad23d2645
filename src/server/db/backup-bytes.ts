import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { fstatSync, readSync, writeSync } from 'node:fs'
import * as z from 'zod'
import { secretIdOf } from '#server/secrets/secret-file.ts'

/** The file is no backup, or it is damaged, altered, incomplete, or encrypted with another key. */
export class BackupFileError extends Error {
  override readonly name = 'BackupFileError'
}

/** Takes the bytes of a backup, in order. */
export interface ByteSink {
  write(bytes: Uint8Array): void
  /** Writes what is left; nothing may be written afterwards. */
  end(): void
}

/** The bytes of a backup, by position. */
export interface ByteSource {
  readonly size: number
  readonly isEncrypted: boolean
  /** Fills `target` with the bytes from `at` on. @returns how many there were; less than its length only at the end. */
  read(target: Uint8Array, at: number): number
}

// An encrypted file: header (JSON, a line) || chunks of 65536 encrypted bytes, the last one shorter || each followed by its
// tag (16). AES-256-GCM; key: HKDF-SHA256 of the backup key and the header's salt; nonce (12): number of the chunk (11) ||
// 1 for the last chunk, else 0; the header is authenticated with each chunk. So no chunk can be changed, moved or left out.
const CIPHER = 'aes-256-gcm'
const CHUNK_BYTES = 65_536
const TAG_BYTES = 16
const SALT_BYTES = 32
const EncryptedHeader = z.strictObject({
  format: z.literal('keyhold encrypted backup 1'),
  /** Which key it is encrypted with. */
  keyId: z.string(),
  salt: z.string(),
})
const HEADER_MAX = 512

/** Writes bytes to a file as they are, or encrypted if there is a key of 32 bytes. */
export function openByteSink(file: number, key: Uint8Array | null): ByteSink {
  const plain: ByteSink = {
    write: (bytes) => {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    },
    end: () => undefined,
  }
  return key === null ? plain : encryptingSink(plain, key)
}

function encryptingSink(plain: ByteSink, key: Uint8Array): ByteSink {
  const salt = randomBytes(SALT_BYTES)
  const format = 'keyhold encrypted backup 1'
  const header = Buffer.from(
    `${JSON.stringify({ format, keyId: secretIdOf(key), salt: salt.toString('base64url') })}\n`,
  )
  const fileKey = fileKeyOf(key, salt)
  const pending = Buffer.alloc(CHUNK_BYTES)
  let filled = 0
  let number = 0
  const flush = (isLast: boolean) => {
    const cipher = createCipheriv(CIPHER, fileKey, nonceOf(number, isLast))
    cipher.setAAD(header)
    plain.write(cipher.update(pending.subarray(0, filled)))
    cipher.final()
    plain.write(cipher.getAuthTag())
    number += 1
    filled = 0
  }
  plain.write(header)
  return {
    write: (bytes) => {
      for (let at = 0; at < bytes.length;) {
        // a full chunk is written once another byte follows: the last one is marked
        if (filled === CHUNK_BYTES) flush(false)
        const part = bytes.subarray(at, at + CHUNK_BYTES - filled)
        pending.set(part, filled)
        filled += part.length
        at += part.length
      }
    },
    end: () => {
      flush(true)
    },
  }
}

/**
 * Reads the bytes that a sink has written.
 *
 * @param keys of 32 bytes; the one that the file names is used.
 * @throws {BackupFileError} if the file is encrypted and none of the keys fits, and from `read` if a chunk was altered.
 */
export function openByteSource(file: number, keys: readonly Uint8Array[]): ByteSource {
  const { size } = fstatSync(file)
  const start = Buffer.alloc(Math.min(HEADER_MAX, size))
  readSync(file, start, 0, start.length, 0)
  const header = encryptedHeaderOf(start)
  if (header === null)
    return { size, isEncrypted: false, read: (target, at) => readSync(file, target, 0, target.length, at) }
  const key = keys.find((one) => secretIdOf(one) === header.keyId)
  if (key === undefined)
    throw new BackupFileError(
      keys.length === 0
        ? 'the backup is encrypted: set KEYHOLD_BACKUP_KEY to the key it was made with'
        : 'the backup is encrypted with another key: add the one it was made with to KEYHOLD_BACKUP_KEY',
    )
  return decryptingSource(file, size, { key, ...header })
}

function decryptingSource(
  file: number,
  fileSize: number,
  { key, salt, line }: { key: Uint8Array; salt: string; line: Buffer },
): ByteSource {
  const fileKey = fileKeyOf(key, Buffer.from(salt, 'base64url'))
  const stored = fileSize - line.length
  const chunks = Math.ceil(stored / (CHUNK_BYTES + TAG_BYTES))
  const size = stored - chunks * TAG_BYTES
  if (chunks === 0 || size < 0) throw altered()
  let chunk = Buffer.alloc(0)
  let number = -1
  const load = (wanted: number) => {
    if (wanted === number) return
    const at = line.length + wanted * (CHUNK_BYTES + TAG_BYTES)
    const bytes = Buffer.alloc(Math.min(CHUNK_BYTES + TAG_BYTES, fileSize - at))
    for (let done = 0; done < bytes.length;) {
      const read = readSync(file, bytes, done, bytes.length - done, at + done)
      if (read === 0) throw altered()
      done += read
    }
    const decipher = createDecipheriv(CIPHER, fileKey, nonceOf(wanted, wanted === chunks - 1))
    decipher.setAAD(line)
    decipher.setAuthTag(bytes.subarray(bytes.length - TAG_BYTES))
    const plain = decipher.update(bytes.subarray(0, bytes.length - TAG_BYTES))
    try {
      decipher.final()
    } catch {
      throw altered()
    }
    chunk = plain
    number = wanted
  }
  return {
    size,
    isEncrypted: true,
    read: (target, at) => {
      let done = 0
      while (done < target.length && at + done < size) {
        const position = at + done
        load(Math.floor(position / CHUNK_BYTES))
        const part = chunk.subarray(position % CHUNK_BYTES, (position % CHUNK_BYTES) + target.length - done)
        target.set(part, done)
        done += part.length
      }
      return done
    },
  }
}

function encryptedHeaderOf(start: Buffer): { keyId: string; salt: string; line: Buffer } | null {
  const end = start.indexOf('\n')
  if (end < 0 || !start.toString('latin1', 0, 40).includes('keyhold encrypted')) return null
  const line = start.subarray(0, end + 1)
  try {
    const { keyId, salt } = EncryptedHeader.parse(JSON.parse(line.toString()))
    return { keyId, salt, line: Buffer.from(line) }
  } catch {
    throw new BackupFileError(
      'the backup is encrypted by another version of Keyhold, or its start is damaged',
    )
  }
}

function fileKeyOf(key: Uint8Array, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'keyhold backup', 32))
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

function altered(): BackupFileError {
  return new BackupFileError('the backup is damaged, altered or incomplete: it cannot be decrypted')
}
