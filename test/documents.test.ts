import { existsSync, statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { COMMANDS } from '#server/cli/commands.ts'

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/** Every document by its path. */
const documents = new Map<string, string>()
let manifest: Manifest
let readme = ''

beforeAll(async () => {
  const names = [
    ...(await readdir('.')),
    ...(await readdir('docs', { recursive: true })).map((name) => `docs/${name}`),
  ]
  for (const name of names.filter((one) => one.endsWith('.md')))
    documents.set(name, await readFile(name, 'utf8'))
  manifest = JSON.parse(await readFile('package.json', 'utf8')) as Manifest
  readme = documents.get('README.md') ?? ''
})

test('what happens to money: twenty cases, each held by a test that exists', async () => {
  const page = documents.get('docs/what-happens-to-money.md') ?? ''
  expect([...page.matchAll(/^### (\d+)\. /gm)].map(([, number]) => Number(number))).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  )
  const cited = [...page.matchAll(/^- Test: `(.+?)`, "(.+?)"\.$/gm)]
  expect(cited).toHaveLength(20)
  for (const [, path = '', title = ''] of cited) expect(await readFile(path, 'utf8')).toContain(title)
})

describe('README.md', () => {
  test('is short and shows a small picture', () => {
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(120)
    expect(readme).toContain('](docs/screenshot.png)')
    expect(statSync('docs/screenshot.png').size).toBeLessThan(300_000)
  })

  test('lists the commands of the command line with what follows them', () => {
    const listed = [...readme.matchAll(/^\| `(.+?)` +\| /gm)].map(([, call = '']) =>
      call.replaceAll('\\|', '|'),
    )
    const calls = COMMANDS.map(({ name, usage }) => `${name} ${usage}`.trim())
    expect(
      listed.filter((call) => calls.some((one) => one.split(' ')[0] === call.split(' ')[0])).sort(),
    ).toEqual(calls.sort())
  })

  test('gives the reason for every runtime dependency', () => {
    const { dependencies = {}, optionalDependencies } = manifest
    const kindOf = (name: string) => name.replace(/(linux|darwin|windows|win)-(x64|arm64)$/, '')
    const bundled =
      documents.get('ARCHITECTURE.md')?.match(/^\| package +\| imported in[^]*?\n\n/m)?.[0] ?? ''
    const names = new Set([
      ...[...Object.keys(dependencies), ...Object.keys(optionalDependencies)].map(kindOf),
      ...[...bundled.matchAll(/^\| (.*?) \|/gm)].flatMap(
        ([, cell = '']) => cell.match(/(?<=`)[^`, ]+(?=`)/g) ?? [],
      ),
    ])
    expect(names.size).toBeGreaterThan(20)
    expect([...names].filter((name) => !readme.includes(`\`${name}`))).toEqual([])
  })
})

test('links lead to files that exist', () => {
  const broken = [...documents].flatMap(([path, text]) =>
    [...text.matchAll(/\]\(([^)#]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^https?:/.test(link) && !existsSync(posix.join(posix.dirname(path), link)))
      .map((link) => `${path}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('links into a document lead to a heading of it', () => {
  const broken = [...documents].flatMap(([path, text]) =>
    [...text.matchAll(/\]\(([^)#:]*)#([^)]+)\)/g)]
      .filter(([, link = '', anchor = '']) => {
        const target = link === '' ? path : posix.join(posix.dirname(path), link)
        return target.endsWith('.md') && !anchorsOf(documents.get(target) ?? '').includes(anchor)
      })
      .map(([link]) => `${path}: ${link}`),
  )
  expect(broken).toEqual([])
})

/** As GitHub makes them of headings. */
function anchorsOf(text: string): readonly string[] {
  return [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('functions that documents name before a file are exported there', async () => {
  const named = [...documents].flatMap(([path, text]) =>
    [...text.matchAll(/`(\w+)`\s+\((?:\*\*)?`(src\/[^`]+\.tsx?)`/g)].map(([, name = '', file = '']) => ({
      path,
      name,
      file,
    })),
  )
  expect(named.length).toBeGreaterThan(15)
  const missing = []
  for (const one of named)
    if (!new RegExp(`^export .*\\b${one.name}\\b`, 'm').test(await readFile(one.file, 'utf8')))
      missing.push(one)
  expect(missing).toEqual([])
})

test('npm scripts that documents name exist', () => {
  const named = [...documents].flatMap(([path, text]) =>
    [...text.matchAll(/npm run ([a-z:0-9-]+)/g)].map(([, script = '']) => ({ path, script })),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(({ script }) => manifest.scripts[script] === undefined)).toEqual([])
})

test('decisions are numbered without a gap, short, and of one form', () => {
  const decisions = [...documents].filter(([path]) => /^docs\/decisions\/\d/.test(path)).sort()
  expect(decisions.map(([path]) => Number(/(\d{4})-/.exec(path)?.[1]))).toEqual(
    decisions.map((_, index) => index + 1),
  )
  for (const [path, text] of decisions) {
    expect(text.match(/^## .*$/gm), path).toEqual(['## Context', '## Decision', '## Consequences'])
    expect(text.split('\n').length, path).toBeLessThanOrEqual(50)
    expect(documents.get('docs/decisions/README.md'), 'the index lists it').toContain(path.slice(15))
  }
})
