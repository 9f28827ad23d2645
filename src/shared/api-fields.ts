import * as z from 'zod'

// zod compiles validators from text, which the content security policy of the pages refuses
if ('document' in globalThis) z.config({ jitless: true })

// Fields that the calls of several files share.

/** A moment in ISO 8601, in UTC: `2026-11-21T08:30:00.000Z`. */
export const IsoTimestamp = z.iso.datetime()

/** Whether PostgreSQL can store a text as UTF-8: it cannot store NUL or lone surrogates. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/**
 * A trimmed, storable text of several lines.
 *
 * @param min the minimum length in UTF-16 code units, after trimming; `max` is the maximum.
 * @param tooShort the error message of a shorter text.
 */
export function paragraphField(min: number, max: number, tooShort?: string) {
  return z.string().trim().max(max).min(min, tooShort).refine(isStorable)
}

/** A trimmed, storable text without line ends. The parameters are those of {@link paragraphField}. */
export function lineField(min: number, max: number, tooShort?: string) {
  return z
    .string()
    .trim()
    .max(max)
    .min(min, tooShort)
    .refine((text) => isStorable(text) && !/[\r\n]/.test(text))
}

/** Up to `most` ids, without dashes and separated by dots, so that all of them fit in a URL. */
export function joinedIds(most: number) {
  const length = 32
  return z
    .string()
    .regex(/^[0-9a-f]{32}(\.[0-9a-f]{32})*$/)
    .max((length + 1) * most)
}
