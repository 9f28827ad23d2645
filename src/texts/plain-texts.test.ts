import { describe, expect, test } from 'vitest'
import { LANGUAGES, localeOf } from '#shared/languages.ts'
import { enPlain } from '#texts/en/plain.ts'
import { plainTextsOf } from '#texts/rendered-texts.ts'

const sources = import.meta.glob<string>('/src/web/plain-pages/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const code = Object.values(sources).join('\n')

type Leaf = readonly [path: string, text: string]

function leavesOf(value: unknown, path = ''): Leaf[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  if ('other' in value) return [[path, Object.values(value).join('\n')]]
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, path === '' ? key : `${path}.${key}`),
  )
}

function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''))].sort()
}

// Chosen by what the server tells, under the server's own word.
const BY_WORD = /^(order\.(done|refund\.states)|notice)\./

test('no text of the plain pages is left unused', () => {
  const unused = leavesOf(enPlain)
    .map(([path]) => path)
    .filter((path) => !BY_WORD.test(path) && !new RegExp(`\\b${path.split('.').at(-1) ?? ''}\\b`).test(code))
  expect(unused).toEqual([])
})

describe.each(LANGUAGES)('the plain pages in %s', (language) => {
  const english = new Map(leavesOf(enPlain))
  const texts = leavesOf(plainTextsOf(language))

  test('say everything English says, with the same names filled in', () => {
    expect(texts.map(([path, text]) => [path, namesIn(text)])).toEqual(
      [...english].map(([path, text]) => [path, namesIn(text)]),
    )
  })

  test('leave nothing in English, and no line to break before the second half of a sign', () => {
    for (const [path, text] of texts) {
      const isSame = text === english.get(path) && path !== 'recover.ownOrder'
      if (language !== 'en' && !(language === 'de' && path === 'form.edition'))
        expect([path, isSame]).toEqual([path, false])
      if (language === 'fr') expect(text).not.toMatch(/ [;:!?»×]|« /)
    }
  })

  test('say every plural the language has', () => {
    const { copiesHint } = plainTextsOf(language).order.refund
    const rules = new Intl.PluralRules(localeOf(language)).resolvedOptions().pluralCategories
    const said = Object.keys(copiesHint).filter((rule) => rule !== 'zero')
    expect(said.sort()).toEqual(rules.filter((rule) => rule !== 'zero').sort())
  })
})
