import pg from 'pg'

const INT8 = 20
const NUMERIC = 1700
const INT8_ARRAY = 1016
const NUMERIC_ARRAY = 1231

/** pg's type parsers, except that int8 and numeric, which has no decimals here, become bigint. */
export const typeReaders: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary' = 'text'): unknown => {
    if (format === 'text' && (oid === INT8 || oid === NUMERIC)) return BigInt
    if (format === 'text' && (oid === INT8_ARRAY || oid === NUMERIC_ARRAY)) return readBigints
    return readerOf(oid, format)
  }) as typeof pg.types.getTypeParser,
}

const readerOf = pg.types.getTypeParser as (oid: number, format: 'text' | 'binary') => unknown

function readBigints(text: string): (bigint | null)[] {
  const inner = text.slice(1, -1)
  return inner === '' ? [] : inner.split(',').map((item) => (item === 'NULL' ? null : BigInt(item)))
}
