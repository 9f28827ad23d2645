import { createHash } from 'node:crypto'
import { gzipOnDemand, brotliOnDemand, type Compressed } from './compress-on-demand.ts'
import type { StoredFile } from './stored-file.ts'

/** What is sent: bytes in memory, or a file. */
export type Content = MemoryContent | FileContent

/** A file that compression does not make smaller, such as a picture or a film. */
export interface FileContent {
  readonly type: string
  readonly file: StoredFile
  readonly etag: string
}

/** Bytes to be sent, in every supported encoding. */
export interface MemoryContent {
  readonly type: string
  readonly plain: Buffer
  /** Null if compression gains nothing, as for pictures. */
  readonly brotli: Compressed | null
  readonly gzip: Compressed | null
  readonly etag: string
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** The content of a page, compressed on the first request. */
export function htmlContent(html: string): MemoryContent {
  const plain = Buffer.from(html)
  return {
    type: 'text/html; charset=utf-8',
    plain,
    brotli: brotliOnDemand(plain),
    gzip: gzipOnDemand(plain),
    etag: etagOf(plain),
  }
}

/** The content of a text too small to be compressed. */
export function textContent(type: string, text: string): MemoryContent {
  const plain = Buffer.from(text)
  return { type, plain, brotli: null, gzip: null, etag: etagOf(plain) }
}

export function etagOf(bytes: Buffer): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

/** The best encoding a request accepts; `br;q=0` rejects brotli. */
export function acceptedEncoding(acceptEncoding = ''): Encoding {
  if (TAKES_BROTLI.test(acceptEncoding)) return 'br'
  return TAKES_GZIP.test(acceptEncoding) ? 'gzip' : 'identity'
}

const [TAKES_BROTLI, TAKES_GZIP] = ['br', 'gzip'].map(
  (name) => new RegExp(`(?:^|,)\\s*${name}\\s*(?:;\\s*q=(?!0(?:\\.0*)?\\s*(?:,|$))|,|$)`, 'i'),
) as [RegExp, RegExp]

/** The best encoding of a content that a request accepts; every compressed content has both. */
export function chooseEncoding(acceptEncoding: string | undefined, content: MemoryContent): Encoding {
  return content.brotli === null ? 'identity' : acceptedEncoding(acceptEncoding)
}

/** The bytes in an encoding; a promise only while they are being compressed. */
export function bytesOf(content: MemoryContent, encoding: Encoding): Buffer | Promise<Buffer> {
  if (encoding === 'br') return content.brotli?.() ?? content.plain
  if (encoding === 'gzip') return content.gzip?.() ?? content.plain
  return content.plain
}
