import { expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { chooseLanguage } from './choose-language.ts'

test.each([
  // ?lang    cookie              accept-language   page
  ['ar', 'language=en', 'en', 'ar'],
  [null, 'language=ar', 'en', 'ar'],
  [null, 'a=b; language=ar', 'en', 'ar'],
  [null, 'sublanguage=ar', 'en', 'en'],
  [null, undefined, 'ar-EG,en;q=0.5', 'ar'],
  [null, undefined, 'en-GB,ar;q=0.9', 'en'],
  [null, undefined, 'it,ar;q=0.9', 'en'],
  [null, undefined, '*', 'en'],
  [null, undefined, undefined, 'en'],
  ['xx', 'language=ar', 'en', 'ar'],
  ['de', 'language=ar', 'en', 'de'],
  ['../ar', undefined, 'AR', 'ar'],
  // a stored choice that is no language of the shop is English
  [null, 'language=xx', 'de', 'en'],
  ['../ar', 'language=%00', 'AR', 'en'],
] as const)(
  'lang=%s, cookie %s, browser %s: the page comes in %s',
  (query, cookie, acceptLanguage, language) => {
    expect(chooseLanguage({ query, cookie, acceptLanguage }, LANGUAGES)).toBe(language)
  },
)

test.each([
  // ?lang    cookie              accept-language   page of a shop in German and Arabic
  ['ar', undefined, 'en', 'ar'],
  ['en', undefined, 'ar', 'ar'],
  ['fr', 'language=ar', 'fr', 'ar'],
  [null, undefined, 'en-GB,ar;q=0.5', 'de'],
  [null, undefined, undefined, 'de'],
  // a choice of an earlier visit that is no longer offered
  [null, 'language=fr', 'ar', 'de'],
] as const)(
  'lang=%s, cookie %s, browser %s: a shop in two languages answers in %s',
  (query, cookie, acceptLanguage, language) => {
    expect(chooseLanguage({ query, cookie, acceptLanguage }, ['de', 'ar'])).toBe(language)
  },
)
