import { describe, expect, test } from 'vitest'
import { LANGUAGES, localeOf } from '#shared/languages.ts'
import { loadAdminTexts } from '#texts/load-admin-texts.ts'
import { signInTextsOf } from '#texts/rendered-texts.ts'
import { arAdmin } from '#texts/ar/admin.ts'
import { enAdmin } from '#texts/en/admin.ts'

const sources = import.meta.glob<string>('/src/web/admin/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const code = Object.values(sources).join('\n')

/** Every text with its path; the forms of a plural count as one text each. */
function textsOf(value: unknown, path = ''): (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value as object).flatMap(([key, inner]) =>
    textsOf(inner, path === '' ? key : `${path}.${key}`),
  )
}

function pluralsOf(value: unknown, path = ''): (readonly [string, object])[] {
  if (typeof value !== 'object' || value === null) return []
  if ('other' in value) return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) => pluralsOf(inner, `${path}.${key}`))
}

const namesIn = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()

test('the texts of the specification’s catalogue are its own', () => {
  expect(arAdmin.keys.errors).toMatchObject({
    stats: 'فشل في تحميل الإحصائيات',
    list: 'فشل في تحميل المفاتيح',
    generate: 'فشل في توليد المفاتيح',
    delete: 'فشل في حذف المفتاح',
    count: 'عدد المفاتيح يجب أن يكون بين 1 و 100',
  })
  expect([arAdmin.keys.deleted, arAdmin.keys.deleteQuestion]).toEqual([
    'تم حذف المفتاح بنجاح',
    'هل أنت متأكد من حذف المفتاح؟ هذا الإجراء لا يمكن التراجع عنه.',
  ])
  expect([arAdmin.denied.granted, arAdmin.denied.already, arAdmin.denied.failed]).toEqual([
    'تم منحك صلاحيات الإدارة',
    'أنت مدير بالفعل',
    'فشل في منح صلاحيات الإدارة',
  ])
})

test('no text is left unused', () => {
  // codes of the server and names of its values are looked up by what it says
  const said =
    /^(errors|permissions|roles)\.|\.(actions|subjects|events|templates|statuses|flags|reasons|faults|kinds|mailKinds|mailFailures|warnings|lost|transactionStatuses)\./
  const unused = textsOf(arAdmin).filter(([path]) => {
    const keys = path.split('.')
    const key = ['zero', 'one', 'two', 'few', 'many', 'other'].includes(keys.at(-1) ?? '')
      ? keys.at(-2)
      : keys.at(-1)
    return !said.test(path) && !new RegExp(`\\b${key ?? ''}\\b`).test(code)
  })
  expect(unused.map(([path]) => path)).toEqual([])
})

describe.each(LANGUAGES)('the back office in %s', (language) => {
  const load = async () => ({ admin: await loadAdminTexts(language), signIn: signInTextsOf(language) })

  test('fills its texts in with the same names as in English', async () => {
    const english = new Map(textsOf({ admin: enAdmin, signIn: signInTextsOf('en') }))
    for (const [path, text] of textsOf(await load())) {
      const model = english.get(path)
      // a number may be said in words in one form, such as the dual
      if (model === undefined || /\.(zero|one|two)$/.test(path)) continue
      expect([path, namesIn(text)]).toEqual([path, namesIn(model)])
    }
  })

  test('says every plural the language has', async () => {
    const rules = new Intl.PluralRules(localeOf(language)).resolvedOptions().pluralCategories
    for (const [path, plural] of pluralsOf(await load())) {
      const forms = Object.keys(plural).filter((rule) => rule !== 'zero')
      expect([path, forms.sort()]).toEqual([path, rules.filter((rule) => rule !== 'zero').sort()])
    }
  })

  test('leaves no text empty, and none of more than two words in English', async () => {
    const english = new Map(textsOf({ admin: enAdmin, signIn: signInTextsOf('en') }))
    for (const [path, text] of textsOf(await load())) {
      expect(text.trim(), path).not.toBe('')
      if (language !== 'en' && text.split(' ').length > 2) expect(text, path).not.toBe(english.get(path))
    }
  })
})
