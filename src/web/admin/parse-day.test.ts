import { expect, test } from 'vitest'
import { formatDay, formatTime, parseDay, parseTime } from './format-date.ts'

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
] as const)('in %s, %s is the day %s', (language, text, day) => expect(parseDay(language, text)).toBe(day))

test.each(['en', 'de', 'fr', 'ru', 'zh', 'ar', 'he'] as const)(
  'a day is read as it is written in %s',
  (language) => expect(parseDay(language, formatDay(language, '2026-04-03'))).toBe('2026-04-03'),
)

test.each([
  ['16:30', '16:30'],
  ['9.05', '09:05'],
  ['9h05', '09:05'],
  ['١٦:٣٠', '16:30'],
  ['24:00', null],
  ['12:60', null],
  ['4 pm', null],
  ['', null],
] as const)('%s is the time %s', (text, time) => expect(parseTime(text)).toBe(time))

test.each(['en', 'de', 'fr', 'ru', 'zh', 'ar', 'he'] as const)(
  'a time is read as it is written in %s',
  (language) => expect(parseTime(formatTime(language, '09:05'))).toBe('09:05'),
)
