import { describe, expect, test } from 'vitest'
import { type Language, LANGUAGES, localeOf } from '#shared/languages.ts'
import { enSite } from '#texts/en/site.ts'
import { siteTextsOf } from './rendered-texts.ts'

const sources = import.meta.glob<string>(
  ['../web/**/*.ts', '../web/**/*.tsx', '../shared/*.ts', '!**/*.test.*'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)
const code = Object.values(sources).join('\n')

type Leaf = readonly [path: string, text: string]

/** Every text with its path; a plural counts as one text, its categories joined. */
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

test('no English text is left unused', () => {
  const unused = leavesOf(enSite).filter(([path]) => {
    const key = path.split('.').at(-1) ?? ''
    return !new RegExp(`\\b${key}\\b`).test(code)
  })
  expect(unused.map(([path]) => path)).toEqual([])
})

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const texts = leavesOf(siteTextsOf(language))

  test('have the keys of English, none missing, none left over', () => {
    expect(texts.map(([path]) => path).sort()).toEqual(
      leavesOf(enSite)
        .map(([path]) => path)
        .sort(),
    )
  })

  test('are filled in with the same names as in English', () => {
    const english = new Map(leavesOf(enSite))
    for (const [path, text] of texts) {
      expect([path, namesIn(text)]).toEqual([path, namesIn(english.get(path) ?? '')])
    }
  })

  test('are neither empty nor left in English', () => {
    const english = new Map(leavesOf(enSite))
    for (const [path, text] of texts) {
      expect(text.trim(), path).not.toBe('')
      const words = text.replace(/\{\w+\}/g, '').replace(/[^\p{L}]/gu, '')
      const isName = !/\p{Ll}{2}/u.test(words) || SAME_EVERYWHERE.test(text) || SAME_IN[language]?.test(text)
      if (language !== 'en' && !isName) expect(text, path).not.toBe(english.get(path))
    }
  })

  test('say every plural the language has', () => {
    const rules = new Intl.PluralRules(localeOf(language)).resolvedOptions().pluralCategories
    for (const [path, plural] of pluralsOf(siteTextsOf(language))) {
      // Whoever counts from one needs no words for none.
      const said = Object.keys(plural).filter((rule) => rule !== 'zero')
      expect([path, said.sort()]).toEqual([path, rules.filter((rule) => rule !== 'zero').sort()])
    }
  })
})

// Names of coins, networks and companies are the same in every language.
const SAME_EVERYWHERE = /^(Bitcoin|Ethereum|Tether USD|PayPal|ClickPay|BIP-21|[A-Z]{3,4}-?\d* ?\(?\w*\)?)$/

// Words that a language has in common with English.
const SAME_IN: Readonly<Partial<Record<Language, RegExp>>> = {
  fr: /^(Minutes|Total|Simulation|Confirmations|Date)$/,
  de: /^(Simulation|Status|Wallet|Edition)$/,
}

test('French never breaks a line before the second half of a sign', () => {
  const french = leavesOf(siteTextsOf('fr')).filter(([, text]) => / [;:!?»×]|« /.test(text))
  expect(french).toEqual([])
})

function pluralsOf(value: unknown, path = ''): (readonly [string, object])[] {
  if (typeof value !== 'object' || value === null) return []
  if ('other' in value) return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) => pluralsOf(inner, `${path}.${key}`))
}
