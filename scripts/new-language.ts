import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listUntranslated } from './list-untranslated.ts'

// npm run new:language es: creates the files of a language, with texts still in English, and lists what is left to do.
// A second run only lists. The working directory must be the root of the repository.
const TEXTS = 'src/texts'
const TABLE = 'src/shared/languages.ts'
const SAME_AS_ENGLISH = 'test/texts/untranslated-texts.ts'

/** Display faces by script (ISO 15924); other scripts use the system's fonts. */
const LETTERS: Readonly<Record<string, string>> = {
  Latn: 'latin-accents',
  Cyrl: 'cyrillic',
  Arab: 'arabic',
  Hebr: 'hebrew',
  Hans: 'chinese',
}

const [code = ''] = process.argv.slice(2)
const englishName = nameIn('en')
if (!/^[a-z]{2}$/.test(code) || englishName === code) {
  console.error(`expected the ISO 639-1 code of a language, such as es, got "${code}"`)
  process.exit(1)
}
if (!existsSync(join(TEXTS, code))) {
  await copyEnglish()
  await addRow()
  await nameInSets()
  await edit(SAME_AS_ENGLISH, (text) => insertBefore(text, /^}\n/m, `  ${code}: [],\n`))
  console.log(
    `${TEXTS}/${code} is there, in English; its row in ${TABLE} is what Intl says of ${englishName}\n`,
  )
}
console.log((await listUntranslated(code)).join('\n'))

/** The name of the language: `Spanish` in English, `Español` in the language itself. */
function nameIn(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code
  return name === code ? code : name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

async function copyEnglish(): Promise<void> {
  await mkdir(join(TEXTS, code))
  for (const file of await readdir(join(TEXTS, 'en'))) {
    const english = await readFile(join(TEXTS, 'en', file), 'utf8')
    await writeFile(join(TEXTS, code, file), inLanguage(file, english))
  }
}

/** Turns a file of English texts into one of the language: the same texts, but the type is imported from English. */
function inLanguage(file: string, english: string): string {
  const type = /^export type (\w+) =/m.exec(english)?.[1]
  const texts = english
    .replace(/^import type \{ TextShape \} .*\n+/m, '')
    .replace(/^(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export type .*\n/m, '')
    .replace(
      /^\/\*\*\s+(?:\* )?((?:(?!\*\/)[\s\S])*?) in English(?:(?!\*\/)[\s\S])*\*\/\n(?=export const)/m,
      `/** $1 in ${englishName}. */\n`,
    )
    .replace(/^} as const$/m, '}')
    .replace(/\ben([A-Z]\w*)/g, `${code}$1`)
    .trimEnd()
  if (type === undefined) return `${texts}\n`
  const typed = texts.replace(/^export const (\w+) =/m, `export const $1: ${type} =`)
  const separator = typed.startsWith('import') ? '' : '\n'
  return `import type { ${type} } from '#texts/en/${file}'\n${separator}${typed}\n`
}

async function addRow(): Promise<void> {
  const { script = '', region = '' } = new Intl.Locale(code).maximize()
  const isCountry = /^[A-Z]{2}$/.test(region)
  const letters = [...(isCountry ? region : '')]
  const flag = isCountry
    ? String.fromCodePoint(...letters.map((one) => 0x1f1e6 + one.charCodeAt(0) - 65))
    : '🏳️'
  const row = [
    `  ${code}: {`,
    `    name: '${nameIn(code)}',`,
    `    flag: '${flag}',`,
    `    direction: '${['Arab', 'Hebr'].includes(script) ? 'rtl' : 'ltr'}',`,
    `    openGraph: '${isCountry ? `${code}_${region}` : code}',`,
    `    letters: '${LETTERS[script] ?? 'system'}',`,
    '    isListed: true,',
    '  },\n',
  ]
  await edit(TABLE, (text) => insertBefore(text, /^} as const satisfies/m, row.join('\n')))
}

/** Adds the language to every set of texts: repeats each line that imports or lists the English texts. */
async function nameInSets(): Promise<void> {
  const files = (await readdir(TEXTS)).filter(
    (file) => /-texts\.ts$/.test(file) && file !== 'define-texts.ts',
  )
  for (const file of files) {
    await edit(join(TEXTS, file), (text) => {
      const entry = /^ {2}en: (.*)\n/m.exec(text)?.[0]
      if (entry === undefined) throw new Error(`expected a line "en: …" in ${file}, found none`)
      const imported = /^import \{ (en\w+).* from '(\.\/en\/.*)'\n/m.exec(text)
      const own = (words: string) => words.replace(/\ben(?=[A-Z/:])/g, code)
      const added =
        imported === null ? '' : own(`import { ${imported[1] ?? ''} } from '${imported[2] ?? ''}'\n`)
      return insertBefore(insertBefore(text, /^}\)?\n/m, own(entry)), /^\n/m, added)
    })
  }
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')))
}

function insertBefore(text: string, place: RegExp, added: string): string {
  const { index } = place.exec(text) ?? { index: -1 }
  if (index < 0) throw new Error(`expected ${String(place)} where the language is to be added, found none`)
  return text.slice(0, index) + added + text.slice(index)
}
