import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

/** A change of one of them, or of what one uses, runs every unit test. */
const OF_ALL_UNIT_TESTS = ['test/global-setup.ts', 'vitest.config.ts', 'package-lock.json']
/** A change of one of them does. What they read are the results of tests. */
const AROUND_ALL_UNIT_TESTS = ['test/fail-on-console-error.ts', 'test/sql/check-statements.ts']
const OF_ALL_BROWSER_TESTS = ['playwright.config.ts', 'package-lock.json']
/** Starts the shop as it is built: uses whatever it is built of. */
const SERVED_SHOP = 'test/served-shop.ts'
const BUILT_OF = /^(src|game)\/(?!.*\.test\.tsx?$)|^vite\.config\.ts$|^scripts\/(build|prepare)[^/]*$/
const TEST = /\.(test|spec)\.tsx?$/
const MODULE = /\.(ts|tsx|mjs|cjs|js)$/
const STATEMENT =
  /^(?:import|export)\b(?! type\b)[^'";]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm
/** Not the begin of a longer path. */
const OWN_FOLDER = /import\.meta\.dirname\s*$/m
const LISTS_FILES = /\breaddir|\bglob|ls-files/
const PATH = /'((?:\.{1,2}\/)*\.?[\w-]+(?:[./][\w.-]+)*\/?)'/g

type Users = Map<string, string[]>

interface AffectedTests {
  readonly unit: readonly string[]
  readonly browser: readonly string[]
}

/**
 * The files that differ from where this branch left `main`, with those that are not committed, and on `main` itself from
 * the last commit.
 *
 * @param base another commit to compare with.
 */
export function changedFiles(base = git('merge-base', 'HEAD', 'main').trim()): string[] {
  const named = (...words: readonly string[]) =>
    git(...words)
      .split('\0')
      .filter(Boolean)
  return [
    ...new Set([
      ...named('diff', '--name-only', '--no-renames', '-z', base),
      ...named('ls-files', '--others', '--exclude-standard', '-z'),
    ]),
  ]
}

/** The files of a checkout, with those that git does not track yet. */
export function filesOfCheckout(): string[] {
  return git('ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0').filter(Boolean)
}

/**
 * The test files that use one of the changed files. A file uses what it imports, what it names by its path, and whatever
 * these use; of a folder that it names, the files alone. What starts the shop uses everything that the shop is built of.
 *
 * @param files of the checkout.
 */
export function findAffectedTests(
  changed: readonly string[],
  files: readonly string[],
  read = (file: string) => readFileSync(file, 'utf8'),
): AffectedTests {
  const { users, readers } = findUsers([...new Set([...files, ...changed])], read)
  const affected = new Set([...changed, ...changed.flatMap((file) => readers.get(file) ?? [])])
  // a set's new members are visited as well
  for (const file of affected) {
    // who names a test does not use what that test uses
    if (TEST.test(file) && !changed.includes(file)) continue
    for (const user of users.get(file) ?? []) affected.add(user)
  }
  const chosen = (tests: RegExp, common: readonly string[]) => {
    const all = files.filter((file) => tests.test(file))
    return common.some((file) => affected.has(file)) ? all : all.filter((file) => affected.has(file))
  }
  const around = AROUND_ALL_UNIT_TESTS.filter((file) => changed.includes(file))
  return {
    unit: chosen(/\.test\.tsx?$/, [...OF_ALL_UNIT_TESTS, ...around]),
    browser: chosen(/^test\/e2e\/.*\.spec\.ts$/, OF_ALL_BROWSER_TESTS),
  }
}

/** Who uses each file, and who reads it as one of a folder. */
function findUsers(
  files: readonly string[],
  read: (file: string) => string,
): Record<'users' | 'readers', Users> {
  const known = new Set(files)
  const users: Users = new Map()
  const readers: Users = new Map()
  const below: Users = new Map()
  const note = (map: Users, file: string, user: string) => map.set(file, [...(map.get(file) ?? []), user])
  for (const file of files) {
    for (let folder = dirname(file); folder !== '.'; folder = dirname(folder))
      below.set(folder, [...(below.get(folder) ?? []), file])
  }
  for (const user of files.filter((file) => MODULE.test(file))) {
    const text = readOrEmpty(user, read)
    for (const [, from, alone, later] of text.matchAll(STATEMENT)) {
      const file = pathOf(from ?? alone ?? later ?? '', user)
      if (known.has(file)) note(users, file, user)
    }
    if (!/^test\/|\.test\.tsx?$/.test(user) || user === SERVED_SHOP) continue
    const ownFolder = OWN_FOLDER.test(text) ? ['./'] : []
    const paths = [...text.replaceAll(STATEMENT, '').matchAll(PATH)].map(([, path = '']) => path)
    for (const path of [...paths, ...ownFolder]) {
      const named = pathOf(path, user).replace(/\/$/, '')
      // a word such as 'game' is a folder only to who lists files, or joins it with a name
      if (!/[./]/.test(path) && !LISTS_FILES.test(text) && !text.includes(`join('${path}'`)) continue
      if (known.has(named)) note(users, named, user)
      for (const file of below.get(named) ?? []) note(readers, file, user)
    }
  }
  for (const file of files) if (BUILT_OF.test(file)) note(users, file, SERVED_SHOP)
  return { users, readers }
}

/** The path in the checkout of what a file imports or names. */
function pathOf(name: string, user: string): string {
  if (name.startsWith('.')) return join(dirname(user), name)
  return name.replace(/^#(shared|server|texts|web)\//, 'src/$1/').replace(/^#(game|test)\//, '$1/')
}

/** A removed file uses nothing. */
function readOrEmpty(file: string, read: (file: string) => string): string {
  try {
    return read(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { encoding: 'utf8', maxBuffer: 1e8 })
}
