import { expect, test } from 'vitest'
import type { Language } from './languages.ts'
import { languagesOfDocument, legalDocumentsOf, legalFaults, LegalTexts } from './game-legal.ts'

const document = (lines: readonly string[], ids: readonly string[] = ['one']) => ({
  title: 'Terms',
  description: 'What you buy.',
  sections: ids.map((id) => ({ id, heading: 'Heading', body: lines })),
})

function texts(terms: object): LegalTexts {
  const plain = document(['A line.'])
  return LegalTexts.parse({ updatedAt: '2026-11-21', imprint: plain, privacy: plain, terms })
}

test('texts of law are paragraphs, lists and names with what is told of each', () => {
  const body = ['A paragraph.', ['first', 'second'], { 'E-mail': '{supportEmail}' }]
  const read = texts({ ...document([]), sections: [{ id: 'one', heading: 'One', body }] })
  expect(read.terms.sections[0]?.body).toEqual(body)
  expect(read.isSample).toBe(false)
  expect(legalFaults(read, [])).toEqual([])
})

test.each([
  [document(['You have {days} days.']), ['terms.one: no placeholder {days}']],
  [document(['You have {refundDays days.']), ['terms.one: no placeholder {refundDays days.}']],
  [document(['Write to {supportEmail}, {title}.']), []],
  [document(['{deluxeEdition} costs {deluxePrice}.']), []],
  [document(['{goldEdition}']), ['terms.one: no placeholder {goldEdition}']],
  [
    { ...document(['A line.']), intro: ['Dear {name},'], title: '{what}' },
    ['terms: no placeholder {what}', 'terms: no placeholder {name}'],
  ],
  [document(['A line.'], ['one', 'two', 'one']), ['terms.one: this id is there twice']],
])('what cannot be put in, and what cannot be led to, is said: %j', (terms, faults) => {
  expect(legalFaults(texts(terms), [{ id: 'deluxe' }])).toEqual(faults)
})

test.each([
  [{ updatedAt: 'yesterday' }, 'updatedAt'],
  [{ terms: document(['']) }, 'terms.sections.0.body.0'],
  [{ terms: { ...document(['A line.']), sections: [] } }, 'terms.sections'],
  [{ terms: document(['A line.'], ['One']) }, 'terms.sections.0.id'],
  [{ licence: 'none' }, ''],
])('%j is refused, by the path to it', (change, path) => {
  const result = LegalTexts.safeParse({ ...texts(document(['A line.'])), ...change })
  expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
})

test('a document that is missing in English does not exist; one that is missing elsewhere is English there', () => {
  const without = texts(document(['A line.']))
  const english: LegalTexts = { ...without, accessibility: without.terms }
  const standIn = { language: 'en', texts: english } as const
  const written = new Map<Language, LegalTexts>([
    ['en', english],
    ['de', without],
  ])
  expect(
    legalDocumentsOf({ standIn: { language: 'en', texts: without }, written: new Map([['en', without]]) }),
  ).toEqual(['imprint', 'privacy', 'terms'])
  expect(legalDocumentsOf({ standIn, written })).toContain('accessibility')
  expect(languagesOfDocument({ standIn, written }, 'accessibility')).toEqual(['en'])
  expect(languagesOfDocument({ standIn, written }, 'terms')).toEqual(['en', 'de'])
})
