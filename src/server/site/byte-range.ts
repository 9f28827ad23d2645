/** Which bytes of a file a request asks for; `end` is inclusive, as in the header. */
export type ByteRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'unsatisfiable' }

interface RangeHeaders {
  readonly range?: string | undefined
  readonly 'if-range'?: string | undefined
}

const WHOLE: ByteRange = { kind: 'whole' }

/**
 * Reads the `Range` of a GET request. Several ranges, another unit and a malformed header mean the whole file, as RFC 9110
 * section 14.2 permits; so does an `If-Range` other than the file's entity tag, since files have no date.
 *
 * @param sizeBytes of the file.
 */
export function readByteRange(headers: RangeHeaders, sizeBytes: number, etag: string): ByteRange {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(headers.range ?? '') ?? []
  if (first === '' && last === '') return WHOLE
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return WHOLE
  if (first === '') return suffix(Number(last), sizeBytes)
  const [start, end] = [Number(first), last === '' ? Infinity : Number(last)]
  if (end < start) return WHOLE
  return start < sizeBytes
    ? { kind: 'part', start, end: Math.min(end, sizeBytes - 1) }
    : { kind: 'unsatisfiable' }
}

/** The last bytes of a file. */
function suffix(lengthBytes: number, sizeBytes: number): ByteRange {
  if (lengthBytes === 0 || sizeBytes === 0) return { kind: 'unsatisfiable' }
  return { kind: 'part', start: Math.max(0, sizeBytes - lengthBytes), end: sizeBytes - 1 }
}
