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
  const names = [...Object.keys(seed.fields), '__proto__', 'id', 'status']
  const any = fc.record({ type: fc.constantFrom(...TYPES), payload: fc.constantFrom(...BODIES) })
  return fc.oneof(
    { weight: 5, arbitrary: fc.array(changeOf(names), { maxLength: 3 }).map((list) => spoilt(seed, list)) },
    any,
  )
}

/** For each field a body in which it is changed, removed or duplicated, at random as in {@link hostileBody}. */
export function spoiltFields(seed: RouteSeed): readonly HostileBody[] {
  return Object.keys(seed.fields).flatMap((name) =>
    fc.sample(changeOf([name]), 1).map((change) => spoilt(seed, [change])),
  )
}

function changeOf(names: readonly string[]): fc.Arbitrary<Change> {
  const kind = fc.constantFrom('spoil', 'spoil', 'leave out', 'double')
  const name = fc.constantFrom(...names)
  return fc.record({ kind, name, text: hostileText, json: fc.constantFrom(null, ...JSON_VALUES) })
}

function spoilt({ as, fields }: RouteSeed, list: readonly Change[]): HostileBody {
  if (as === 'form') {
    const pairs = spoil(fields, list, String, ({ text }) => text)
    return {
      type: 'application/x-www-form-urlencoded',
      payload: new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString(),
    }
  }
  const asWrong = ({ text, json }: Change) => json ?? JSON.stringify(text)
  const pairs = spoil(fields, list, (value) => JSON.stringify(value), asWrong)
  return {
    type: 'application/json',
    payload: `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`,
  }
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
