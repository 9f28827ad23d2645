import { spawn } from 'node:child_process'
import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** What a tar is made of. The same files give the same bytes: sorted, with one time and one owner. */
export interface TarContent {
  readonly folder: string
  /** Of `folder`; with all that is in them. */
  readonly names: readonly string[]
  /** Seconds since 1970, of every file. */
  readonly time: number
  /** The numeric user and group of every file. Default: 0. */
  readonly owner?: number
  /** More options of GNU tar, such as `--exclude`. */
  readonly options?: readonly string[]
}

/** SHA-256 of a file that was written, in hexadecimal. */
export interface WrittenTar {
  readonly digest: string
  /** Of the bytes before they were compressed. */
  readonly plainDigest: string
  readonly bytes: number
}

/** Writes a tar with GNU tar, compressed with gzip or not. */
export async function writeTar(
  path: string,
  content: TarContent,
  isCompressed: boolean,
): Promise<WrittenTar> {
  const { folder, names, time, owner = 0, options = [] } = content
  const program = spawn(
    'tar',
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      '--numeric-owner',
      `--owner=${String(owner)}`,
      `--group=${String(owner)}`,
      `--mtime=@${String(time)}`,
      ...options,
      '--directory',
      folder,
      ...names,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, LC_ALL: 'C' } },
  )
  const ended = once(program, 'close') as Promise<[number | null]>
  const plain = createHash('sha256')
  const written = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      written.update(chunk)
      done(null, chunk)
    },
  })
  const zip = isCompressed ? createGzip({ level: 9 }) : new PassThrough()
  await pipeline(program.stdout, tee(plain), zip, count, createWriteStream(path))
  const [status] = await ended
  if (status !== 0) throw new Error(`tar ended with ${String(status)}; what went wrong stands above`)
  return { digest: written.digest('hex'), plainDigest: plain.digest('hex'), bytes }
}

function tee(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}
