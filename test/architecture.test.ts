import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  IMPORT_BOUNDARIES,
  EMPTY_NAMES,
  FEATURES,
  HTTP_CALLERS,
  LINES_MAX,
  ONLY,
  LAYERS,
  TABLE_NAMES,
  WEB_ENTRIES,
  WEB_MODULES,
  WEB_SHARED,
  WORDS,
} from './architecture-rules.ts'
import { findTableNames } from './find-table-names.ts'

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
const layerOf = (path: string) => path.split('/')[0] ?? ''
const isOurs = (name: string) => ['shared', 'texts', 'server', 'web', 'game', 'test'].includes(layerOf(name))
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

/** The modules of a table that import themselves, by way of others. */
function circles(table: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const reach = (from: string, to: string, seen: ReadonlySet<string>): boolean =>
    (table[from] ?? []).some(
      (next) => next === to || (!seen.has(next) && reach(next, to, new Set([...seen, next]))),
    )
  return Object.keys(table).filter((name) => reach(name, name, new Set([name])))
}

test('shared imports nothing but zod; the web never imports the server, nor the server the web', () => {
  expect(
    breaches(program(), (file, imported) => {
      const layer = layerOf(file)
      return (
        !isOurs(imported) ||
        layerOf(imported) === layer ||
        LAYERS[layer]?.includes(layerOf(imported)) === true
      )
    }),
  ).toEqual([])
})

describe('inside the server', () => {
  test('modules import only those the table allows', () => {
    expect(
      breaches(program(), (file, imported) => {
        const [from, to] = [featureOf(file), featureOf(imported)]
        if (from === null || to === null || from === to) return true
        if (to === 'runtime' || (to === 'http' && HTTP_CALLERS.test(file))) return true
        const allowed = FEATURES[from] ?? []
        if (!allowed.includes(to) && !allowed.includes('*')) return false
        const only = ONLY.find((rule) => rule.from === from && rule.to === to)
        return only === undefined || only.files.test(imported.slice(`server/${to}/`.length))
      }),
    ).toEqual([])
  })

  test('every folder is a module of the table', () => {
    const folders = new Set(program().map(({ path }) => featureOf(path)))
    folders.delete(null)
    expect([...folders].filter((folder) => FEATURES[folder ?? ''] === undefined)).toEqual([])
  })

  test('only main.ts is outside the modules', () => {
    expect(
      sources.map(({ path }) => path).filter((path) => /^server\/[^/]+$/.test(path) && !/\.json$/.test(path)),
    ).toEqual(['server/main.ts'])
  })

  test('there are no import cycles between modules', () => {
    expect(circles(FEATURES)).toEqual([])
  })
})

describe('inside the site', () => {
  /** `web/ui/x.ts` → `ui`; `web/x.ts` → null. */
  const moduleOf = (path: string) => /^web\/([^/]+)\//.exec(path)?.[1] ?? null

  test('modules import only those the table allows', () => {
    expect(
      breaches(program(), (file, imported) => {
        const [from, to] = [moduleOf(file), moduleOf(imported)]
        return from === null || to === null || from === to || WEB_MODULES[from]?.includes(to) === true
      }),
    ).toEqual([])
  })

  test('the styles of a module import those of no other feature', async () => {
    const names = (await readdir('src/web', { recursive: true })).map((name) => name.replaceAll('\\', '/'))
    const sheets = names
      .filter((name) => /^[^/]+\/.*\.css$/.test(name))
      .map((name) => posix.join('web', name))
    const found = await Promise.all(sheets.map(importedSheets))
    expect(
      found.flat().filter(({ sheet, imported }) => {
        const [from, to] = [moduleOf(sheet), moduleOf(imported)]
        return from !== to && !WEB_SHARED.includes(to ?? '')
      }),
    ).toEqual([])
  })

  test('every folder is a module of the table', () => {
    const folders = new Set(program().map(({ path }) => moduleOf(path)))
    folders.delete(null)
    expect([...folders].sort()).toEqual(Object.keys(WEB_MODULES).sort())
  })

  test('only the shared modules are imported by others, without cycles', () => {
    const unshared = Object.values(WEB_MODULES).flatMap((others) =>
      others.filter((other) => !WEB_SHARED.includes(other)),
    )
    expect(unshared).toEqual([])
    expect(circles(WEB_MODULES)).toEqual([])
  })

  test('only the entries are outside the modules, and nothing imports them', () => {
    const above = program().filter(({ path }) => /^web\/[^/]+$/.test(path))
    expect(above.map(({ path }) => path).sort()).toEqual(WEB_ENTRIES)
    expect(breaches(program(), (_, imported) => !WEB_ENTRIES.includes(imported))).toEqual([])
  })
})

/** What the styles of a file below `src` import, as paths below `src`. */
async function importedSheets(
  sheet: string,
): Promise<readonly { readonly sheet: string; readonly imported: string }[]> {
  const text = await readFile(posix.join('src', sheet), 'utf8')
  return [...text.matchAll(/@import url\('([^']+)'\)/g)].map(([, url = '']) => ({
    sheet,
    imported: posix.join(posix.dirname(sheet), url),
  }))
}

test('there are no import cycles between files, types included', () => {
  const files = new Map(program().map(({ path, imports }) => [path, imports]))
  expect(importCycles(files)).toEqual([])
})

/** The cycles of an import graph: its strongly connected components of two files and more (Tarjan). */
function importCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): number => {
    const known = order.get(file)
    // a file whose component is complete is no longer on the stack
    if (known !== undefined) return stack.includes(file) ? known : Infinity
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    stack.push(file)
    for (const imported of graph.get(file) ?? []) {
      if (graph.has(imported)) lowest.set(file, Math.min(lowest.get(file) ?? 0, visit(imported)))
    }
    const low = lowest.get(file) ?? 0
    if (low !== order.get(file)) return low
    const component = stack.splice(stack.indexOf(file))
    if (component.length > 1) cycles.push(component.sort())
    return Infinity
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}

test('an exported name is declared in one file only', () => {
  const files = new Map<string, string[]>()
  // the schema is generated: its types are named for the tables
  for (const { path, text } of program().filter(({ path }) => path !== 'server/db/schema.ts')) {
    for (const name of exportedNames(path, text)) files.set(name, [...(files.get(name) ?? []), path])
  }
  const repeated = [...files].filter(([, paths]) => paths.length > 1)
  expect(Object.fromEntries(repeated)).toEqual({})
})

/** The names a file declares and exports, each once. */
function exportedNames(path: string, text: string): ReadonlySet<string> {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  const exported = file.statements.filter(
    (statement) =>
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true,
  )
  const names = exported.flatMap((statement) => {
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name)
    }
    return 'name' in statement ? [statement.name as ts.Node] : []
  })
  return new Set(names.flatMap((name) => (ts.isIdentifier(name) ? [name.text] : [])))
}

test('every package has an import boundary, and every import respects it', () => {
  expect(
    breaches(program(), (file, imported) => {
      if (isOurs(imported) || /\.(css|json)$/.test(imported)) return true
      return IMPORT_BOUNDARIES.some(({ outside, inside }) => outside.test(imported) && inside.test(file))
    }),
  ).toEqual([])
})

test.each(WORDS)('$word occurs only where it is allowed: $instead', ({ word, inside }) => {
  const said = program().filter(({ path, code }) => word.test(code) && !inside.test(path))
  expect(said.map(({ path }) => path)).toEqual([])
})

test('chains, rails and assets are named only in their tables', () => {
  const elsewhere = program().filter(({ path }) => !TABLE_NAMES.some(({ inside }) => inside.test(path)))
  const named = elsewhere.flatMap(({ path, text }) =>
    findTableNames(path, text).map((place) => `${path}:${place}`),
  )
  expect(named).toEqual([])
})

describe('files', () => {
  test('have meaningful names in kebab-case', () => {
    const bad = sources.filter(({ path }) => EMPTY_NAMES.test(path) || !/^[a-z0-9./-]+$/.test(path))
    expect(bad.map(({ path }) => path)).toEqual([])
  })

  test('are no packages of others', async () => {
    expect((await readdir('.')).filter((name) => /\.(whl|tgz|tar|gz|zip|deb)$/.test(name))).toEqual([])
  })

  test(`have at most ${String(LINES_MAX)} lines`, () => {
    const long = program().filter(
      ({ path, text }) => text.split('\n').length > LINES_MAX && path !== 'server/db/schema.ts',
    )
    expect(long.map(({ path, text }) => `${path}: ${String(text.split('\n').length)}`)).toEqual([])
  })

  test('import others by their layer or from the same folder', () => {
    const above = program().filter(({ text }) => /from '(\.\.\/){2,}/.test(text))
    expect(above.map(({ path }) => path)).toEqual([])
  })
})

describe('ARCHITECTURE.md', () => {
  let page = ''
  beforeAll(async () => {
    page = await readFile('ARCHITECTURE.md', 'utf8')
  })

  test('shows the layers and what they may import, as the rules have them', () => {
    const others = Object.entries(LAYERS).map(
      ([layer, allowed]) => [`src/${layer}`, allowed.filter((one) => one !== layer)] as const,
    )
    expect(namesByRow(page, 'layer')).toEqual(Object.fromEntries(others))
  })

  test('shows the modules of the server and what they may import, as the rules have them', () => {
    const allowed = Object.entries(FEATURES).map(
      ([feature, others]) => [feature, others.map((other) => shownAs(feature, other))] as const,
    )
    expect(namesByRow(page, 'module')).toEqual(Object.fromEntries(allowed))
  })

  test('shows the modules of the site and what they may import, as the rules have them', () => {
    expect(namesByRow(page, 'web module')).toEqual(WEB_MODULES)
  })

  test('shows the import boundary of every package the shop depends on, as the rules have it', async () => {
    const { dependencies = {} } = JSON.parse(await readFile('package.json', 'utf8')) as {
      dependencies?: Readonly<Record<string, string>>
    }
    const boundaries = rowsOf(page, 'package').flatMap(([names = '', places = '']) =>
      quoted(names).map((name) => ({ name, places: quoted(places).filter((one) => one.startsWith('src/')) })),
    )
    expect(
      Object.keys(dependencies).filter((name) => !boundaries.some((boundary) => boundary.name === name)),
    ).toEqual([])
    const closed = boundaries.flatMap(({ name, places }) =>
      places.filter((place) => !mayImport(place, name)).map((place) => `${place} may not import ${name}`),
    )
    expect(closed).toEqual([])
  })

  test('names only files that exist', () => {
    const named = quoted(page).filter((word) => /^(src|game|test|docs|scripts)\/[a-z0-9/._-]+$/.test(word))
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })
})

/** The rows of the table whose first column has a heading; cells without their spaces. */
function rowsOf(page: string, heading: string): readonly (readonly string[])[] {
  const lines = page.split('\n')
  const from = lines.findIndex((line) => new RegExp(`^\\| ${heading} +\\|`).test(line))
  if (from === -1) throw new Error(`expected a table with a column ${heading}, found none`)
  const below = lines.slice(from + 2)
  const end = below.findIndex((line) => !line.startsWith('|'))
  return below.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** `| `mail` | db, live |` → `{ mail: ['db', 'live'] }`. */
function namesByRow(page: string, heading: string): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    rowsOf(page, heading).map(([name = '', names = '']) => [
      name.replaceAll('`', ''),
      names.match(/[a-z0-9-]+(\/[a-z]+)?/g) ?? [],
    ]),
  )
}

function shownAs(feature: string, other: string): string {
  const only = ONLY.find((rule) => rule.from === feature && rule.to === other)
  if (only === undefined) return other === '*' ? 'everything' : other
  return `${other}/${only.files.source.replace(/[^a-z]/g, '')}`
}

function quoted(text: string): readonly string[] {
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word)
}

function mayImport(place: string, name: string): boolean {
  const below = place.slice('src/'.length)
  const file = below.endsWith('.ts') ? below : `${below}/any.ts`
  return IMPORT_BOUNDARIES.some(({ outside, inside }) => outside.test(name) && inside.test(file))
}
