import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSentences } from './document-sentences.ts'

/** What operators and developers read. History is in CHANGELOG.md and docs/decisions; docs/texts are lists of words. */
const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const WORDS_MAX = 25
const ANSWER_LINES = 14
/** Words that tell what was true once. "Before" is none of them: it also tells an order of steps. */
const HISTORY =
  /\b(since then|no longer|formerly|previously|until now|so far|now also|before this|used to (?:be|have|do|take)|(?:since|before|after) decision|(?:was|were) (?:removed|renamed|mended|improved))\b/i
/** A column of what was measured once, beside what is measured now. */
const HISTORY_COLUMN = /\| *(before|now|then) *\|/i
/** A measured figure with its unit: three digits that count, or more, since limits are round. */
const FIGURE = /(?<![\d.,–-])\d[\d.,]*\d (?:ms|µs|s|MB|kB|GB|B|x|%|px|CPU-s)(?!\w)/g

const withoutCode = (page: string) => page.replace(/^```[\s\S]*?^```$/gm, '')
const digitsThatCount = (figure: string) => figure.replace(/\D/g, '').replace(/^0+|0+$/g, '').length

test('a document is split into its sentences', () => {
  const page =
    '# One. Two.\n\nA `b. c` and [d e](f.md). G h?\n\n| i. |\n\n- J k\n- L: 1.5 m.\n\n```sh\nn. o.\n```\n'
  expect(readSentences(page)).toEqual([
    { text: 'A code and d e.', words: 5 },
    { text: 'G h?', words: 2 },
    { text: 'J k', words: 2 },
    { text: 'L: 1.5 m.', words: 3 },
  ])
})

describe.each(PAGES)('%s', (path) => {
  const page = readFileSync(path, 'utf8')

  test('has sentences of at most 25 words', () => {
    expect(readSentences(page).filter(({ words }) => words > WORDS_MAX)).toEqual([])
  })

  test('tells the present only', () => {
    const lines = withoutCode(page).split('\n')
    expect(lines.filter((line) => HISTORY.test(line) || HISTORY_COLUMN.test(line))).toEqual([])
  })
})

test.each(['performance', 'reliability', 'operating', 'where-things-go'])(
  'docs/%s.md begins with an answer that leads to its sections',
  (name) => {
    const page = readFileSync(`docs/${name}.md`, 'utf8')
    const answer = page.split('\n').slice(0, ANSWER_LINES).join('\n')
    expect(answer.match(/\]\(#/g)?.length ?? 0).toBeGreaterThanOrEqual(3)
    expect(page.search(/^## /m), 'no section comes before it').toBeGreaterThan(answer.lastIndexOf('](#'))
  },
)

test('a measured figure stands on one page', () => {
  const found = new Map<string, readonly string[]>()
  for (const path of PAGES)
    for (const figure of new Set(withoutCode(readFileSync(path, 'utf8')).match(FIGURE) ?? []))
      if (digitsThatCount(figure) >= 3) found.set(figure, [...(found.get(figure) ?? []), path])
  expect(found.size).toBeGreaterThan(50)
  expect([...found].filter(([, paths]) => paths.length > 1)).toEqual([])
})

test('the index of decisions says which of them another one replaced', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const replaced = readdirSync('docs/decisions')
    .filter((name) => /^\d{4}-/.test(name))
    .flatMap((name) => {
      const [, status = ''] = readFileSync(`docs/decisions/${name}`, 'utf8').split('\n\n')
      const [, replaces = ''] = /\b(?:replaces|changes)\b(.*)/is.exec(status) ?? []
      return [
        ...replaces
          .replace(/\badds to\b.*/is, '')
          .matchAll(/(?<=decisions? |, | and )\[?(?:decision )?(\d+)/g),
      ].map(([, old = '']) => ({ old, by: String(Number(name.slice(0, 4))) }))
    })
  expect(replaced.length).toBeGreaterThan(10)
  const rowOf = (number: string) => new RegExp(`^\\| \\[${number}\\].*$`, 'm').exec(index)?.[0] ?? ''
  const unsaid = replaced.filter(
    ({ old, by }) => !new RegExp(`(replaced|changed) by .*\\b${by}\\b`).test(rowOf(old)),
  )
  expect(unsaid).toEqual([])
})
