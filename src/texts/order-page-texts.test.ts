import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#shared/languages.ts'
import { enOrderPage } from '#texts/en/order-page.ts'
import { loadOrderPageTexts } from '#texts/load-order-page-texts.ts'
import { orderPageTextsOf } from '#texts/rendered-texts.ts'

type Leaf = readonly [path: string, text: string]

function leavesOf(value: object, path = ''): Leaf[] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const here = `${path}.${key}`
    if (typeof inner === 'string') return [[here, inner] as const]
    return typeof inner === 'object' && inner !== null ? leavesOf(inner, here) : []
  })
}

const namesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
const english = new Map(leavesOf(enOrderPage))
const SAME_IN: Readonly<Partial<Record<Language, RegExp>>> = {
  fr: /^(Transaction|Confirmations)$/,
  de: /^Block$/,
}

test.each(LANGUAGES)(
  'the order page has every text in %s, with the same names filled in',
  async (language) => {
    const leaves = leavesOf(orderPageTextsOf(language))
    expect(leaves.map(([path]) => path)).toEqual([...english.keys()])
    for (const [path, text] of leaves) {
      expect(text.trim(), path).not.toBe('')
      expect([path, namesIn(text)]).toEqual([path, namesIn(english.get(path) ?? '')])
      const isName =
        !/\p{Ll}{2}/u.test(text.replace(/\{\w+\}/g, '')) || SAME_IN[language]?.test(text) === true
      if (language !== 'en' && !isName) expect(text, path).not.toBe(english.get(path))
    }
    expect(await loadOrderPageTexts(language)).toEqual(orderPageTextsOf(language))
  },
)

test('French never breaks a line before the second half of a sign', () => {
  expect(leavesOf(orderPageTextsOf('fr')).filter(([, text]) => / [;:!?»×]|« /.test(text))).toEqual([])
})

const sources = import.meta.glob<string>(
  [
    '/src/web/order-page/*.{ts,tsx}',
    '/src/web/payment/{closed-note,erased-note,event-words,explorer-link,order-section}.{ts,tsx}',
    '/src/web/plain-pages/*.tsx',
    '/src/shared/*.ts',
    '!**/*.test.*',
  ],
  { query: '?raw', import: 'default', eager: true },
)

test('no text of the order page is left unused', () => {
  const code = Object.values(sources).join('\n')
  // mails and failures are looked up by names that come from the server
  const named = [...english.keys()].filter((path) => !/^\.(mails|refund\.failure)\./.test(path))
  const unused = named.filter((path) => !new RegExp(`\\b${path.split('.').at(-1) ?? ''}\\b`).test(code))
  expect(unused).toEqual([])
})
