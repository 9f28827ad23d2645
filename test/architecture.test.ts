import { readdir, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'
import { ABOVE, DOORS, EMPTY_NAMES, FEATURES, LINES_MAX, ONLY, ROOMS, WORDS } from './architecture-rules.ts'

/** A source file, with what it imports; paths below `src`, outside packages by their names. */
interface Source {
  readonly path: string
  readonly code: string
  readonly text: string
  readonly imports: readonly string[]
}

let sources: readonly Source[] = []

beforeAll(async () => {
  const names = await readdir('src', { recursive: true })
  const paths = names.map((name) => name.replaceAll('\\', '/')).filter((name) => /\.tsx?$/.test(name))
  sources = await Promise.all(paths.map(readSource))
})

async function readSource(path: string): Promise<Source> {
  const text = await readFile(posix.join('src', path), 'utf8')
  const { importedFiles } = ts.preProcessFile(text, true, true)
  const imports = importedFiles.map(({ fileName }) => resolve(path, fileName))
  return { path, text, code: withoutComments(text), imports }
}

/** `#server/x.ts` and `./x.ts` as paths below `src`; `#game/x` as `game/x`; packages as they are. */
function resolve(importer: string, name: string): string {
  if (name.startsWith('#')) return name.slice(1)
  return name.startsWith('.') ? posix.join(posix.dirname(importer), name) : name
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const roomOf = (path: string) => path.split('/')[0] ?? ''
const isOurs = (name: string) => ['shared', 'server', 'web', 'game', 'test'].includes(roomOf(name))
/** `server/mail/x.ts` → `mail`; `server/x.ts` → null. */
const featureOf = (path: string) => /^server\/([^/]+)\//.exec(path)?.[1] ?? null
const program = () => sources.filter(({ path }) => !isTest(path))

/** Every import that breaks a rule, as `file imports what`. */
function breaches(
  files: readonly Source[],
  isAllowed: (file: string, imported: string) => boolean,
): string[] {
  return files.flatMap(({ path, imports }) =>
    imports.filter((imported) => !isAllowed(path, imported)).map((imported) => `${path} imports ${imported}`),
  )
}

test('shared imports nothing but zod; the web never imports the server, nor the server the web', () => {
  expect(
    breaches(program(), (file, imported) => {
      const room = roomOf(file)
      return (
        !isOurs(imported) || roomOf(imported) === room || ROOMS[room]?.includes(roomOf(imported)) === true
      )
    }),
  ).toEqual([])
})

describe('inside the server', () => {
  test('features import only those the table allows', () => {
    expect(
      breaches(program(), (file, imported) => {
        const [from, to] = [featureOf(file), featureOf(imported)]
        if (from === null || to === null || from === to) return true
        const allowed = FEATURES[from] ?? []
        if (!allowed.includes(to) && !allowed.includes('*')) return false
        const only = ONLY.find((rule) => rule.from === from && rule.to === to)
        return only === undefined || only.files.test(imported.slice(`server/${to}/`.length))
      }),
    ).toEqual([])
  })

  test('every folder is a feature of the table', () => {
    const folders = new Set(program().map(({ path }) => featureOf(path)))
    folders.delete(null)
    expect([...folders].filter((folder) => FEATURES[folder ?? ''] === undefined)).toEqual([])
  })

  test('features know of the files above them only the clock, the log, parts, and for calls the HTTP types', () => {
    expect(
      breaches(program(), (file, imported) => {
        const feature = featureOf(file)
        if (feature === null || feature === 'cli' || !/^server\/[^/]+$/.test(imported)) return true
        return ABOVE.some((above) => above.file === imported && above.inside.test(file))
      }),
    ).toEqual([])
  })

  test('nothing imports itself in a circle of features', () => {
    const reach = (from: string, seen: ReadonlySet<string>): boolean =>
      (FEATURES[from] ?? []).some((to) => seen.has(to) || reach(to, new Set([...seen, to])))
    expect(Object.keys(FEATURES).filter((feature) => reach(feature, new Set([feature])))).toEqual([])
  })
})

test('every outside package has its door, and every import of one goes through it', () => {
  expect(
    breaches(program(), (file, imported) => {
      if (isOurs(imported) || /\.(css|json)$/.test(imported)) return true
      return DOORS.some(({ outside, inside }) => outside.test(imported) && inside.test(file))
    }),
  ).toEqual([])
})

test.each(WORDS)('$word is said only where it belongs: $instead', ({ word, inside }) => {
  const said = program().filter(({ path, code }) => word.test(code) && !inside.test(path))
  expect(said.map(({ path }) => path)).toEqual([])
})

describe('files', () => {
  test('have names that say what is inside, in kebab-case', () => {
    const bad = sources.filter(({ path }) => EMPTY_NAMES.test(path) || !/^[a-z0-9./-]+$/.test(path))
    expect(bad.map(({ path }) => path)).toEqual([])
  })

  test(`have at most ${String(LINES_MAX)} lines`, () => {
    const long = program().filter(
      ({ path, text }) => text.split('\n').length > LINES_MAX && path !== 'server/db/schema.ts',
    )
    expect(long.map(({ path, text }) => `${path}: ${String(text.split('\n').length)}`)).toEqual([])
  })

  test('import others by their room or from beside, never from above', () => {
    const above = program().filter(({ text }) => /from '(\.\.\/){2,}/.test(text))
    expect(above.map(({ path }) => path)).toEqual([])
  })
})

test('ARCHITECTURE.md shows the same table of features', async () => {
  const text = await readFile('ARCHITECTURE.md', 'utf8').catch(() => null)
  if (text === null) return // written with the first release of the documents
  for (const [feature, allowed] of Object.entries(FEATURES)) {
    if (feature === 'cli' || feature === 'demo') continue
    const row = new RegExp(`^\\| \`?${feature}\`? \\|(.*)\\|`, 'm').exec(text)?.[1]
    expect(row, `the row of ${feature}`).toBeDefined()
    for (const other of allowed) expect(row, `the row of ${feature}`).toContain(other)
  }
})
