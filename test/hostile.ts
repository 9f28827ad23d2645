import fc from 'fast-check'
import type { RouteSeed } from './route-seeds.ts'

/** Part of texts that are sent; a page that contains it unescaped has a script injection. */
export const MARKER = '<b id=hostile>'

const WORDS = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1.5',
    '1e309',
    '999999999999999999999',
    'null',
    'true',
    'NaN',
    '__proto__',
    'constructor',
  ],
  ...[
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '../../etc/passwd',
    '..',
    '.',
    '%00',
    '%2e%2e%2f',
    'a\r\nBcc: eve@example.com',
  ],
  ...[
    '\u0000',
    '\u202e',
    '\ufeff',
    '\ud800',
    'é😀',
    '١٢٣',
    'ada@example.com',
    'eve@example.com,ada@example.com',
  ],
  ...['00000000-0000-4000-8000-000000000000', '00000000-0000-4000-8000-00000000000g', 'x'.repeat(5000)],
  `"'>${MARKER}`,
]
/** JSON values, some of which JavaScript cannot represent. */
const JSON_VALUES = [
  ...[
    'null',
    'true',
    '[]',
    '{}',
    '[[]]',
    '{"$ne":null}',
    '{"__proto__":{"isAdmin":true}}',
    '0',
    '-0',
    '-1',
    '1.5',
  ],
  ...[
    '1e309',
    '1e-400',
    '9007199254740993',
    'NaN',
    'undefined',
    '"open',
    '01',
    '['.repeat(3000) + ']'.repeat(3000),
  ],
]
const BODIES = [
  '',
  ' ',
  'null',
  '[]',
  '""',
  '{',
  '{"a"}',
  '{}{}',
  '\u0000',
  '\ufeff{}',
  'a=b&c=d',
  '&&==&%zz=%',
  `a=${'x'.repeat(70_000)}`,
]
const TYPES = [
  ...[
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
  ],
  ...['application/x-www-form-urlencoded; charset=utf-16', 'application/json; charset=x', 'x', ''],
]

const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WORDS) },
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
/** Values for parts of a URL. */
export const hostilePart = hostileText.map(
  (text) => encodeURIComponent(text.toWellFormed().slice(0, 300)) || '%20',
)
/** Values that HTTP allows in a header. */
export const hostileHeader = fc
  .oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'binary-ascii', maxLength: 120 }))
  .map((text) => [...text].filter((one) => one >= ' ' && one <= '~').join(''))

export interface HostileBody {
  readonly type: string
  readonly payload: string
}

/** A body with some fields changed, removed, duplicated or added; sometimes of another type, or no body. */
export function hostileBody(seed: RouteSeed): fc.Arbitrary<HostileBody> {
  const fitting = seed.as === 'form' ? spoiltForm(seed.fields) : spoiltJson(seed.fields)
  const any = fc.record({ type: fc.constantFrom(...TYPES), payload: fc.constantFrom(...BODIES) })
  return fc.oneof({ weight: 5, arbitrary: fitting }, any)
}

function changes(fields: RouteSeed['fields']) {
  const name = fc.constantFrom(...Object.keys(fields), '__proto__', 'id', 'status')
  const kind = fc.constantFrom('spoil', 'spoil', 'leave out', 'double')
  return fc.array(fc.record({ kind, name, text: hostileText, json: fc.constantFrom(null, ...JSON_VALUES) }), {
    maxLength: 3,
  })
}

function spoiltJson(fields: RouteSeed['fields']): fc.Arbitrary<HostileBody> {
  return changes(fields).map((list) => {
    const pairs = spoil(
      fields,
      list,
      (value) => JSON.stringify(value),
      ({ text, json }) => json ?? JSON.stringify(text),
    )
    return {
      type: 'application/json',
      payload: `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`,
    }
  })
}

function spoiltForm(fields: RouteSeed['fields']): fc.Arbitrary<HostileBody> {
  return changes(fields).map((list) => {
    const pairs = spoil(fields, list, String, ({ text }) => text)
    return {
      type: 'application/x-www-form-urlencoded',
      payload: new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString(),
    }
  })
}

interface Change {
  readonly kind: string
  readonly name: string
  readonly text: string
  readonly json: string | null
}

function spoil(
  fields: RouteSeed['fields'],
  list: readonly Change[],
  asRight: (value: unknown) => string,
  asWrong: (change: Change) => string,
): readonly (readonly [string, string])[] {
  const values = new Map(Object.entries(fields).map(([name, value]) => [name, [asRight(value)]]))
  for (const change of list) {
    const { kind, name } = change
    if (kind === 'leave out') values.set(name, [])
    else if (kind === 'double') values.set(name, [...(values.get(name) ?? []), asWrong(change)])
    else values.set(name, [asWrong(change)])
  }
  return [...values].flatMap(([name, all]) => all.map((value) => [name, value] as const))
}
