import { expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import type { LegalPageTexts } from '#texts/en/legal.ts'
import { legalPageTextsOf } from '#texts/rendered-texts.ts'

const KEYS = Object.keys(legalPageTextsOf('en')) as (keyof LegalPageTexts)[]

test.each(LANGUAGES)(
  'what stands around the texts of law is all there in %s, and nothing left in English',
  (language) => {
    const frame = legalPageTextsOf(language)
    expect(Object.keys(frame)).toEqual(KEYS)
    for (const key of KEYS) {
      expect(frame[key].match(/\{\w+\}/g), key).toEqual(legalPageTextsOf('en')[key].match(/\{\w+\}/g))
      if (language !== 'en') expect(frame[key], key).not.toBe(legalPageTextsOf('en')[key])
    }
  },
)
