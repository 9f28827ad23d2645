import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isLanguage, isRightToLeft, languageFromBrowser, LANGUAGES } from './languages.ts'

test.each([
  ['en', 'en'],
  ['ru-RU', 'ru'],
  ['zh-Hant-TW,zh;q=0.9,en;q=0.8', 'zh'],
  ['ar-EG', 'ar'],
  ['fr-CA,fr;q=0.9', 'fr'],
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['he-IL', 'he'],
  ['DE', 'de'],
  [' fr , en', 'fr'],
  ['de;q=0.8', 'de'],
  ['pt_BR', 'en'],
  ['es-ES,fr;q=0.9', 'en'], // the first language decides, not the first of ours
  ['*', 'en'],
  ['', 'en'],
  ['deutsch', 'en'],
  ['constructor', 'en'],
])('a browser that says "%s" reads %s', (accepted, language) => {
  expect(languageFromBrowser(accepted, LANGUAGES)).toBe(language)
})

test('whatever a browser says, the answer is a language of the site', () => {
  fc.assert(
    fc.property(fc.string(), (accepted) => {
      expect(isLanguage(languageFromBrowser(accepted, LANGUAGES))).toBe(true)
    }),
  )
})

test('the site has seven languages, in the order they are offered in, and two run from right to left', () => {
  expect(LANGUAGES).toEqual(['en', 'ru', 'zh', 'ar', 'fr', 'de', 'he'])
  expect(LANGUAGES.filter(isRightToLeft)).toEqual(['ar', 'he'])
})
