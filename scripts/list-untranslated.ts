import { existsSync, readFileSync } from 'node:fs'
import { readTexts, type TextEntry } from '#test/texts/read-texts.ts'
import { untranslatedTexts } from '#test/texts/untranslated-texts.ts'

const SHOWN_PER_FILE = 12

/** Lists what is left to do for a language, one line each: texts still in English, plural forms, files beside the texts. */
export async function listUntranslated(code: string): Promise<readonly string[]> {
  const [texts, english] = [await readTexts(code), await readTexts('en')]
  const left = untranslatedTexts(code, texts, english)
  const lines = [...Map.groupBy(left, ({ file }) => file)].flatMap(([file, entries]) => {
    const shown = entries
      .slice(0, SHOWN_PER_FILE)
      .map(({ path, text }) => `  ${path}: ${JSON.stringify(text)}`)
    const more = entries.length - shown.length
    return [
      `src/texts/${code}/${file}: ${String(entries.length)} in English`,
      ...shown,
      ...(more > 0 ? [`  … and ${String(more)} more`] : []),
    ]
  })
  const plurals = missingForms(code, texts)
  return [
    ...lines,
    ...plurals,
    ...missingFiles(code),
    '',
    `${String(left.length)} of ${String(texts.length)} texts are still in English.`,
    'A text that rightly reads as in English goes into test/texts/untranslated-texts.ts.',
  ]
}

function missingForms(code: string, texts: readonly TextEntry[]): readonly string[] {
  const rules = new Intl.PluralRules(code).resolvedOptions().pluralCategories
  const plurals = Map.groupBy(
    texts.filter(({ pluralPath }) => pluralPath !== null),
    ({ file, pluralPath }) => `src/texts/${code}/${file}: ${pluralPath ?? ''}`,
  )
  return [...plurals].flatMap(([place, forms]) => {
    const missing = rules.filter(
      (rule) => rule !== 'zero' && !forms.some(({ path }) => path.endsWith(`.${rule}`)),
    )
    return missing.length > 0 ? [`${place} lacks plural forms: ${missing.join(', ')}`] : []
  })
}

function missingFiles(code: string): readonly string[] {
  const needed: readonly (readonly [file: string, otherwise: string])[] = [
    [`game/texts/${code}.json`, 'without it the game is described in English'],
    [`game/legal/${code}.json`, 'without it the legal pages are in English and say so'],
    [`docs/texts/${code}.md`, 'keeps the words chosen; docs/texts/en.md says what each English one means'],
  ]
  const flags = 'game/pictures/flags.svg'
  const hasFlag = existsSync(flags) && readFileSync(flags, 'utf8').includes(`id="flag-${code}"`)
  return [
    ...needed
      .filter(([file]) => !existsSync(file))
      .map(([file, otherwise]) => `${file}: missing; ${otherwise}`),
    ...(hasFlag ? [] : [`${flags}: no symbol flag-${code}; until then every flag is shown as an emoji`]),
  ]
}
