import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LEGAL_DOCUMENTS, legalDocument, LegalTexts, type LegalSection } from '#shared/game-legal.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'

// The legal texts that come with the shop have the same content in every language.
const read = (language: Language) =>
  LegalTexts.parse(JSON.parse(readFileSync(`game/legal/${language}.json`, 'utf8')))
const english = read('en')

// Words that a language has in common with English.
const SAME_IN: ReadonlyMap<Language, readonly string[]> = new Map([
  ['fr', ['E-mail', 'Notes']],
  ['de', ['Register', 'Keys']],
])

/** What a section consists of: its id, its blocks by kind and length, and what is put in, line by line. */
function shapeOf({ id, body, form = [] }: LegalSection): unknown {
  const blocks = body.map((block) => {
    if (typeof block === 'string') return ['text', namesIn(block)]
    if (Array.isArray(block)) return ['list', ...block.map(namesIn)]
    return ['pairs', ...Object.entries(block).map(([name, text]) => namesIn(`${name} ${text}`))]
  })
  return [id, blocks, form.map(namesIn)]
}

const namesIn = (line: string) => (line.match(/\{\w+\}|`[^`]+`/g) ?? []).sort().join(' ')

function linesOf(texts: LegalTexts): readonly string[] {
  return LEGAL_DOCUMENTS.flatMap((name) => {
    const { title, description, intro, sections } = legalDocument(texts, name)
    const lines = sections.flatMap(({ heading, body, form = [] }) => [
      heading,
      ...form,
      ...body.flatMap((block) =>
        typeof block === 'string' || Array.isArray(block) ? block : Object.entries(block).flat(),
      ),
    ])
    return [title, description, ...intro, ...lines]
  })
}

describe.each(LANGUAGES)('the legal texts in %s', (language) => {
  const texts = read(language)

  test('have the sections, blocks and placeholders of the English ones', () => {
    expect(texts.updatedAt).toBe(english.updatedAt)
    expect(texts.isSample).toBe(true)
    for (const name of LEGAL_DOCUMENTS)
      expect(legalDocument(texts, name).sections.map(shapeOf)).toEqual(
        legalDocument(english, name).sections.map(shapeOf),
      )
  })

  test('are not left in English', () => {
    if (language === 'en') return
    const own = new Set(
      linesOf(texts).filter((line) => /\p{L}{2}/u.test(line.replace(/\{\w+\}|`[^`]+`/g, ''))),
    )
    const left = linesOf(english).filter((line) => own.has(line))
    expect(left.filter((line) => SAME_IN.get(language)?.includes(line) !== true)).toEqual([])
  })
})

test('French never breaks a line before a two-part punctuation mark', () => {
  expect(linesOf(read('fr')).filter((line) => / [;:!?»]|« /.test(line))).toEqual([])
})
