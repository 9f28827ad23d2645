import { expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { LEGAL_FRAMES, type LegalFrame } from './legal-frames.ts'

const KEYS = Object.keys(LEGAL_FRAMES.en) as (keyof LegalFrame)[]

test.each(LANGUAGES)(
  'what stands around the texts of law is all there in %s, and nothing left in English',
  (language) => {
    const frame = LEGAL_FRAMES[language]
    expect(Object.keys(frame)).toEqual(KEYS)
    for (const key of KEYS) {
      expect(frame[key].match(/\{\w+\}/g), key).toEqual(LEGAL_FRAMES.en[key].match(/\{\w+\}/g))
      if (language !== 'en') expect(frame[key], key).not.toBe(LEGAL_FRAMES.en[key])
    }
  },
)
