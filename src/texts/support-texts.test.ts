import { describe, expect, test } from 'vitest'
import { LANGUAGES, localeOf } from '#shared/languages.ts'
import { loadDialogTexts } from '#texts/load-dialog-texts.ts'
import { supportTextsOf } from '#texts/rendered-texts.ts'
import { enDialogs } from '#texts/en/dialogs.ts'
import { enSupport } from '#texts/en/support.ts'

const sources = import.meta.glob<string>(
  [
    '/src/web/{support,creator}/*.{ts,tsx}',
    '/src/web/support-entry.ts',
    '/src/web/layout/{announcement-bar,support-buttons}.tsx',
    '/src/web/ui/{form-dialog,toast}.ts',
  ],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)
const code = Object.values(sources).join('\n')
const ENGLISH = { page: enSupport, dialogs: enDialogs }

/** Every text with its path; the forms of a plural count as one text each. */
function textsOf(value: unknown, path = ''): (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([key, inner]) =>
    textsOf(inner, path === '' ? key : `${path}.${key}`),
  )
}

const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

test('the English texts of the specification are its own', () => {
  const { emailDialog } = enDialogs
  expect([emailDialog.faults.name, emailDialog.faults.email, emailDialog.faults.message]).toEqual([
    'Name must be at least 2 characters',
    'Invalid email address',
    'Message must be at least 10 characters',
  ])
  expect([emailDialog.sent, emailDialog.sentNext, emailDialog.failed, emailDialog.failedNext]).toEqual([
    'Message sent successfully!',
    "We'll get back to you as soon as possible.",
    'Error sending message',
    'Please try again later.',
  ])
  expect(enSupport.hint).toBe('Need help? Contact support')
})

test('no text is left unused', () => {
  const unused = textsOf(ENGLISH).filter(([path]) => {
    const keys = path.split('.')
    const key = ['one', 'other'].includes(keys.at(-1) ?? '') ? keys.at(-2) : keys.at(-1)
    return !new RegExp(`\\b${key ?? ''}\\b`).test(code)
  })
  expect(unused.map(([path]) => path)).toEqual([])
})

describe.each(LANGUAGES)('support in %s', (language) => {
  const load = async () => ({ page: supportTextsOf(language), dialogs: await loadDialogTexts(language) })

  test('fills its texts in with the same names as in English', async () => {
    const english = new Map(textsOf(ENGLISH))
    for (const [path, text] of textsOf(await load())) {
      // a number may be said in words in one form, such as the dual
      if (/\.(zero|one|two)$/.test(path)) continue
      expect([path, namesIn(text)]).toEqual([
        path,
        namesIn(english.get(path) ?? english.get(path.replace(/\w+$/, 'other')) ?? ''),
      ])
    }
  })

  test('says every plural the language has', async () => {
    const { wait } = (await load()).dialogs.emailDialog
    const rules = new Intl.PluralRules(localeOf(language)).resolvedOptions().pluralCategories
    expect(
      Object.keys(wait)
        .filter((rule) => rule !== 'zero')
        .sort(),
    ).toEqual(rules.filter((rule) => rule !== 'zero').sort())
  })

  test('leaves no text empty, and none of more than two words in English', async () => {
    const english = new Map(textsOf(ENGLISH))
    for (const [path, text] of textsOf(await load())) {
      expect(text.trim(), path).not.toBe('')
      if (language !== 'en' && text.split(' ').length > 2) expect(text, path).not.toBe(english.get(path))
    }
  })
})

test('French never breaks a line before the second half of a sign', async () => {
  const french = textsOf([supportTextsOf('fr'), await loadDialogTexts('fr')])
  expect(french.filter(([, text]) => / [;:!?»×]|« /.test(text))).toEqual([])
})
