import { expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { MAIL_TEXTS } from '#texts/mail-texts.ts'
import { wrapText } from './wrap-text.ts'

/** Every sentence of every mail, in a language. */
function prose(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(prose) : []
}

test.each(LANGUAGES)('mails in %s are wrapped below 78 columns, and no character is lost', (language) => {
  for (const text of prose(MAIL_TEXTS[language])) {
    const wrapped = wrapText(text)
    const columns = wrapped
      .split('\n')
      .map((line) => [...line].reduce((sum, sign) => sum + (sign > '\u2e80' ? 2 : 1), 0))
    expect(Math.max(...columns), text).toBeLessThan(78)
    expect(wrapped.replaceAll(/[ \n]/g, '')).toBe(text.replaceAll(' ', ''))
  }
})

test('Chinese is broken between characters, never before closing or after opening punctuation', () => {
  const lines = wrapText('款项（USDT）已经到账，“激活码”随后送达。'.repeat(8)).split('\n')
  expect(lines.length).toBeGreaterThan(3)
  for (const line of lines) expect(line).toMatch(/^[^，。）”].*[^（“]$/u)
})

test('the lines of a list item are indented below its mark', () => {
  expect(wrapText('word '.repeat(20).trim(), '- ')).toBe(
    `- ${'word '.repeat(14).trim()}\n  ${'word '.repeat(6).trim()}`,
  )
})
