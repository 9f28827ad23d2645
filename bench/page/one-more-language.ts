import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { withBench } from '../with-bench.ts'

const CACHE = '.cache/bench'
/** The language omitted in the copy; it can be any but English. */
const OMITTED = 'ru'
const COPIED = [
  'src',
  'game',
  'scripts',
  'vite.config.ts',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
]

export interface LanguageCost {
  /** Compressed bytes that one more language adds to the scripts and styles of an English visit, including its dialog. */
  readonly codeBytes: number
  /** Compressed bytes added to the page: the name of the language in the menus. */
  readonly pageBytes: number
}

/** Builds the site twice, once without a language, and compares the bytes that an English visitor loads. */
export async function measureOneMoreLanguage(): Promise<LanguageCost> {
  const whole = await measureVisit(await build('all-languages', false))
  const less = await measureVisit(await build('one-language-less', true))
  return { codeBytes: whole.code - less.code, pageBytes: whole.page - less.page }
}

/** Copies the sources and builds the copy. */
async function build(name: string, isLess: boolean): Promise<string> {
  const folder = join(CACHE, name)
  await rm(folder, { recursive: true, force: true })
  for (const part of COPIED) await cp(part, join(folder, part), { recursive: true })
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  if (isLess) {
    const row = new RegExp(`^ {2}${OMITTED}: \\{[\\s\\S]*?^ {2}\\},\\n`, 'm')
    await drop(join(folder, 'src/shared/languages.ts'), row)
    for (const file of ['load-site-texts', 'load-order-page-texts', 'load-dialog-texts', 'load-admin-texts'])
      await drop(join(folder, `src/texts/${file}.ts`), new RegExp(`^ *${OMITTED}: .*\\n`, 'm'))
    await drop(
      join(folder, 'src/texts/rendered-texts.ts'),
      new RegExp(`^(import .*'\\./${OMITTED}/.*| *${OMITTED}: .*)\\n`, 'gm'),
    )
    // a game with a text in an unknown language is rejected
    await drop(join(folder, 'game/game.json'), new RegExp(`,\\s*"${OMITTED}": "(?:[^"\\\\]|\\\\.)*"`, 'g'))
  }
  return folder
}

async function drop(file: string, words: RegExp): Promise<void> {
  const text = await readFile(file, 'utf8')
  if (!words.test(text))
    throw new Error(`expected ${OMITTED} in ${file}, found none; change how it is omitted here`)
  await writeFile(file, text.replace(words, ''))
}

/** Returns the compressed bytes that an English visitor who orders loads, as the shop serves them. */
async function measureVisit(folder: string): Promise<{ code: number; page: number }> {
  return withBench(async (bench) => {
    const shop = await bench.shop({}, folder)
    const html = await (await fetch(new URL('/?lang=en', shop.url))).text()
    const files = [...html.matchAll(/ data-(?:scripts|ahead)="([^"]*)"/g)].flatMap(([, list = '']) =>
      list.split(' ').filter((file) => file !== ''),
    )
    const sizes = await Promise.all(files.map((file) => bytesOf(new URL(file, shop.url))))
    return {
      code: sizes.reduce((sum, size) => sum + size, 0),
      page: await bytesOf(new URL('/?lang=en', shop.url)),
    }
  })
}

/** The bytes after compression. The hashes in names are made equal: they differ in any two builds, and that alone moves 10 B. */
async function bytesOf(url: URL): Promise<number> {
  const text = await (await fetch(url)).text()
  return brotliCompressSync(text.replace(/-[\w-]{6,7}(?=\.\w)/g, '-0')).length
}
