import { expect, test } from 'vitest'
import { formatDay, parseDay } from './format-date.ts'

test.each([
  ['de', '21.11.2026', '2026-11-21'],
  ['de', '1.4.26', '2026-04-01'],
  ['fr', '03/04/2026', '2026-04-03'],
  ['ar', '٢١/١١/٢٠٢٦', '2026-11-21'],
  ['ar', '21/11/2026', '2026-11-21'],
  ['zh', '2026/11/21', '2026-11-21'],
  ['he', '21.11.2026', '2026-11-21'],
  ['ru', '2026-11-21', '2026-11-21'],
  ['de', '31.4.2026', null],
  ['de', '21.13.2026', null],
  ['de', '21.11.', null],
  ['de', '', null],
] as const)('in %s, %s is the day %s', (language, text, day) => {
  expect(parseDay(language, text)).toBe(day)
})

test.each(['en', 'de', 'fr', 'ru', 'zh', 'ar', 'he'] as const)(
  'a day is read as it is written in %s',
  (language) => {
    expect(parseDay(language, formatDay(language, '2026-04-03'))).toBe('2026-04-03')
  },
)
