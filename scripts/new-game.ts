import { existsSync } from 'node:fs'
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openGameFolder } from '#server/site/load-game.ts'
import { LANGUAGES } from '#shared/languages.ts'

// npm run new:game -- ./my-game [--title TITLE] [--languages de,fr]: creates a game folder that the shop can sell from at once,
// with placeholders for every picture and text, and the sample legal texts of game/. It is written aside, read as the
// shop reads it, and then renamed: a folder exists whole or not at all.
const TEMPLATE = fileURLToPath(new URL('./new-game', import.meta.url))
const SAMPLES = fileURLToPath(new URL('../game/legal', import.meta.url))
const MS_PER_YEAR = 365 * 86_400_000
const USAGE = 'npm run new:game -- ./my-game [--title "My Game"] [--languages de,fr]'

/** What is wrong with the command; printed without a stack. */
class UsageError extends Error {}

try {
  await run()
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function run(): Promise<void> {
  const { path, title, languages } = readArguments()
  const folder = resolve(path)
  if (existsSync(folder) && !(await isEmptyFolder(folder)))
    throw new UsageError(`expected a new or an empty folder, ${folder} is neither; name another`)
  await mkdir(dirname(folder), { recursive: true })
  const aside = await mkdtemp(join(dirname(folder), '.new-game-'))
  try {
    await writeGame(aside, title, languages)
    openGameFolder(aside)
    // a folder for temporary files can be read by its owner only; the shop may run as another user
    await chmod(aside, 0o755)
    if (existsSync(folder)) await rmdir(folder)
    await rename(aside, folder)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
  console.log(nextSteps(path, title))
}

async function isEmptyFolder(path: string): Promise<boolean> {
  return (await stat(path)).isDirectory() && (await readdir(path)).length === 0
}

interface NewGame {
  /** As it was given, relative to the root of the repository. */
  readonly path: string
  readonly title: string
  /** Beside English. */
  readonly languages: readonly string[]
}

function readArguments(): NewGame {
  const { positionals, values } = parse()
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0)
    throw new UsageError(`expected one folder, got ${String(positionals.length)}: ${USAGE}`)
  const title = values.title?.trim() ?? titleOf(basename(resolve(path)))
  if (title === '' || title.length > 60)
    throw new UsageError(`expected a title of 1 to 60 characters, got ${String(title.length)}: ${USAGE}`)
  const languages = (values.languages ?? '').split(',').filter((code) => code !== '' && code !== 'en')
  const unknown = languages.filter((code) => !LANGUAGES.some((language) => language === code))
  if (unknown.length > 0)
    throw new UsageError(`expected languages of ${LANGUAGES.join(', ')}, got ${unknown.join(', ')}`)
  return { path, title, languages }
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { title: { type: 'string' }, languages: { type: 'string' } },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}: ${USAGE}`)
  }
}

/** `my-game` is My Game. */
function titleOf(folder: string): string {
  const words = folder.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

async function writeGame(folder: string, title: string, languages: readonly string[]): Promise<void> {
  await cp(join(TEMPLATE, 'pictures'), join(folder, 'pictures'), { recursive: true })
  await Promise.all([mkdir(join(folder, 'texts')), mkdir(join(folder, 'legal'))])
  const nextYear = new Date(Date.now() + MS_PER_YEAR).toISOString().slice(0, 10)
  const words = { title, releaseAt: `${nextYear}T16:00:00Z` }
  const offered = ['en', ...languages]
  const game = await template('game.json', words)
  await writeFile(join(folder, 'game.json'), game.replace('{languages}', offered.join('", "')))
  const english = await template('texts/en.json', words)
  for (const language of offered) {
    await writeFile(join(folder, 'texts', `${language}.json`), english)
    const sample = JSON.parse(await readFile(join(SAMPLES, `${language}.json`), 'utf8')) as object
    const text = JSON.stringify({ ...sample, isSample: true }, null, 2)
    await writeFile(join(folder, 'legal', `${language}.json`), `${text}\n`)
  }
}

/** A file of the template with its words in braces replaced. */
async function template(file: string, words: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(join(TEMPLATE, file), 'utf8')
  return Object.entries(words).reduce(
    // as part of a JSON string
    (all, [name, word]) => all.replaceAll(`{${name}}`, () => JSON.stringify(word).slice(1, -1)),
    text,
  )
}

function nextSteps(path: string, title: string): string {
  return [
    `${path} has the game "${title}": prices, texts, pictures and legal texts are placeholders`,
    '',
    `KEYHOLD_GAME=${path} npm start    shows it`,
    `docs/own-game.md                  says what each field means`,
    `node art/encode.mjs --game ${path} hero hero.png    replaces a picture`,
  ].join('\n')
}
