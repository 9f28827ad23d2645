import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'
import { loadAdminTexts } from '#texts/load-admin-texts.ts'
import { loadDialogTexts } from '#texts/load-dialog-texts.ts'
import { loadOrderPageTexts } from '#texts/load-order-page-texts.ts'
import { loadSiteTexts } from '#texts/load-site-texts.ts'
import { MAIL_TEXTS } from '#texts/mail-texts.ts'
import {
  legalPageTextsOf,
  orderPageTextsOf,
  plainTextsOf,
  signInTextsOf,
  siteTextsOf,
  supportTextsOf,
} from '#texts/rendered-texts.ts'
import { readTexts, type TextEntry } from './read-texts.ts'
import { maySayAsEnglish, untranslatedTexts } from './untranslated-texts.ts'

const english = await readTexts('en')

const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

/** A text's place; the forms of a plural share one. */
const placeOf = ({ file, path, pluralPath }: TextEntry) => `${file} ${pluralPath ?? path}`

/** The values filled in at each place, in any form of a plural. */
function namesByPlace(texts: readonly TextEntry[]): ReadonlyMap<string, readonly string[]> {
  const byPlace = Map.groupBy(texts, placeOf)
  return new Map([...byPlace].map(([place, forms]) => [place, namesIn(forms.map(({ text }) => text).join())]))
}

/** The names of buttons that stand in every row of a table, with the words one reads on them. */
const WORDS_ON_BUTTONS = {
  'admin-keys.ts keys.deleteKey': 'admin-keys.ts keys.delete',
  'admin-keys.ts keys.replaceKey': 'admin-keys.ts keys.replace',
  'admin-keys.ts keys.retireKey': 'admin-keys.ts keys.retire',
  'admin-many.ts many.restoreKey': 'admin-many.ts many.restore',
  'admin-passkeys.ts passkeys.removeOf': 'admin-passkeys.ts passkeys.remove',
  'admin-passkeys.ts passkeys.renameOf': 'admin-passkeys.ts passkeys.rename',
  'admin.ts security.endOf': 'admin.ts security.end',
  'admin-charts.ts charts.csvOf': 'admin-charts.ts charts.csv',
  'plain.ts setup.restoreOf': 'plain.ts setup.restore',
} as const

test('there are texts for everything the program says', () => {
  expect(english.length).toBeGreaterThan(1000)
  expect(new Set(english.map(({ file }) => file)).size).toBeGreaterThan(12)
})

describe.each(LANGUAGES)('the texts in %s', (language) => {
  let texts: readonly TextEntry[] = []
  const load = async () => (texts = texts.length > 0 ? texts : await readTexts(language))

  test('have the keys of English, none missing, none left over', async () => {
    const places = (all: readonly TextEntry[]) => [...new Set(all.map(placeOf))].sort()
    expect(places(await load())).toEqual(places(english))
  })

  test('are filled in with the same values as in English', async () => {
    const originals = namesByPlace(english)
    for (const [place, names] of namesByPlace(await load()))
      expect([place, names]).toEqual([place, originals.get(place)])
    // a number may be said in words in one form, such as the dual
    const forms = texts.filter(
      ({ path, pluralPath }) => pluralPath !== null && !/\.(zero|one|two)$/.test(path),
    )
    for (const form of forms)
      expect([form.path, namesIn(form.text)]).toEqual([form.path, originals.get(placeOf(form))])
  })

  test('are not empty', async () => {
    expect((await load()).filter(({ text }) => text.trim() === '')).toEqual([])
  })

  test('are not left in English', async () => {
    if (language === 'en') return
    expect(untranslatedTexts(language, await load(), english)).toEqual([])
  })

  test('are written in the script of the language', async () => {
    const script = new Intl.Locale(language).maximize().script?.replace(/Han[st]/, 'Han') ?? ''
    const letter = new RegExp(`\\p{Script=${script}}`, 'u')
    const foreign = (await load()).filter(
      ({ text }) => !letter.test(text) && !maySayAsEnglish(language, text),
    )
    expect(foreign).toEqual([])
  })

  test('name a button of a row by the words on it, so that it can be pressed by voice', async () => {
    const said = new Map(
      (await load()).map(({ file, path, text }) => [`${file} ${path}`, text.toLowerCase()]),
    )
    const unlike = Object.entries(WORDS_ON_BUTTONS).filter(
      ([name, words]) => !said.get(name)?.includes(said.get(words) ?? 'no such text'),
    )
    expect(unlike).toEqual([])
  })

  test('have every plural form of the language', async () => {
    const rules = new Intl.PluralRules(localeOf(language)).resolvedOptions().pluralCategories
    // a count that starts at one needs no words for zero
    const needed = rules.filter((rule) => rule !== 'zero').sort()
    const plurals = Map.groupBy(
      (await load()).filter(({ pluralPath }) => pluralPath !== null),
      placeOf,
    )
    for (const [place, forms] of plurals) {
      const said = forms.map(({ path }) => path.split('.').at(-1)).filter((rule) => rule !== 'zero')
      expect([place, said.sort()]).toEqual([place, needed])
    }
  })
})

test.each(LANGUAGES)('every set of texts gives those of %s when asked for it', async (language) => {
  const written = await readTexts(language)
  const textIn = (file: string, path: string) =>
    written.find((entry) => entry.file === file && entry.path === path)?.text
  const [site, orderPage, dialogs, admin] = await Promise.all([
    loadSiteTexts(language),
    loadOrderPageTexts(language),
    loadDialogTexts(language),
    loadAdminTexts(language),
  ])
  expect(site.site.language).toBe(textIn('site.ts', 'site.language'))
  expect(orderPage.check.title).toBe(textIn('order-page.ts', 'check.title'))
  expect(dialogs.close).toBe(textIn('dialogs.ts', 'close'))
  expect(admin.shell.title).toBe(textIn('admin.ts', 'shell.title'))
  expect(siteTextsOf(language)).toEqual(site)
  expect(orderPageTextsOf(language)).toEqual(orderPage)
  expect(plainTextsOf(language).form.title).toBe(textIn('plain.ts', 'form.title'))
  expect(legalPageTextsOf(language).contents).toBe(textIn('legal.ts', 'contents'))
  expect(signInTextsOf(language).title).toBe(textIn('sign-in.ts', 'title'))
  expect(supportTextsOf(language).hint).toBe(textIn('support.ts', 'hint'))
  expect(MAIL_TEXTS[language].open).toBe(textIn('mail.ts', 'open'))
})

/** What is typed or compared as it stands, or specified: a character of an address or a hash, an amount. */
const LATIN_DIGITS: ReadonlySet<string> = new Set([
  'admin-decisions.ts payout.rate',
  'admin-game.ts game.priceInvalid',
  'admin-keys.ts keys.errors.count',
  'admin-orders.ts refunds.hashInvalid',
  'checkout.ts form.addressHint.bitcoin',
  'checkout.ts form.addressFault.bitcoin',
])

test('Arabic has its own digits, but in names, commands and what is typed as it stands', async () => {
  const latin = (await readTexts('ar')).filter(({ text }) => {
    const said = text.replaceAll(/\u2066[^\u2069]*\u2069|[\w-]*[a-z_][\w-]*/gi, '')
    return /\d/.test(said)
  })
  expect(new Set(latin.map(placeOf))).toEqual(LATIN_DIGITS)
})

test('French never breaks a line before the second half of a sign', async () => {
  expect((await readTexts('fr')).filter(({ text }) => / [;:!?»×]|« /.test(text))).toEqual([])
})
