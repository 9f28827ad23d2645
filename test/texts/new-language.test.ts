import { spawnSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { beforeAll, expect, test } from 'vitest'
import { temporaryFolder } from '#test/temporary-folder.ts'

// Icelandic stands for any language that the site does not have yet.
const NEW = 'is'
const COPIED = ['src/shared', 'src/texts', 'test/texts', 'scripts', 'package.json', 'tsconfig.base.json']
let copy = ''

beforeAll(() => {
  copy = temporaryFolder()
  for (const part of COPIED) cpSync(part, join(copy, part), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
})

function run(code: string) {
  return spawnSync(process.execPath, ['scripts/new-language.ts', code], { cwd: copy, encoding: 'utf8' })
}

/** What the compiler says of the texts in the copy, a line each. */
function faultsOf(): readonly string[] {
  const { config } = ts.readConfigFile(join(copy, 'tsconfig.base.json'), (path) => readFileSync(path, 'utf8'))
  const { compilerOptions } = config as { compilerOptions: object }
  const changes = { composite: false, emitDeclarationOnly: false, noEmit: true, lib: ['es2024'] }
  const { options } = ts.convertCompilerOptionsFromJson({ ...compilerOptions, ...changes }, copy)
  const files = globSync(['src/texts/**/*.ts', 'src/shared/languages.ts'], { cwd: copy })
  const program = ts.createProgram(
    files.filter((file) => !file.endsWith('.test.ts')).map((file) => join(copy, file)),
    options,
  )
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const name = file?.fileName.slice(copy.length + 1) ?? ''
    return `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
}

test('a language without texts does not compile: every set of texts asks for it', () => {
  const table = join(copy, 'src/shared/languages.ts')
  const text = readFileSync(table, 'utf8')
  writeFileSync(
    table,
    text.replace(/^ {2}en: \{[\s\S]*?^ {2}\},\n/m, (row) => row + row.replace('en', NEW)),
  )
  const sets = globSync('src/texts/*-texts.ts', { cwd: copy }).filter((file) => !file.includes('define-'))
  const files = new Set(faultsOf().map((fault) => fault.split(':')[0]))
  writeFileSync(table, text)
  expect([...files].sort()).toEqual(sets.sort())
})

test('the command creates a language that compiles, and lists what is left to translate', () => {
  const { status, stdout, stderr } = run(NEW)
  expect([status, stderr]).toEqual([0, ''])
  expect(faultsOf()).toEqual([])
  expect(readFileSync(join(copy, 'src/shared/languages.ts'), 'utf8')).toContain("name: 'Íslenska'")
  expect(readFileSync(join(copy, 'test/texts/untranslated-texts.ts'), 'utf8')).toContain('  is: [],')
  expect(stdout).toContain('src/texts/is/checkout.ts: ')
  expect(stdout).toContain('close: "Close"')
  expect(stdout).toContain('game/texts/is.json: missing')
  expect(stdout).toMatch(/[12]\d{3} of [12]\d{3} texts are still in English/)
})

test('what has been translated is no longer listed, and a text that is missing does not compile', () => {
  const file = join(copy, 'src/texts/is/support.ts')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace("'Live chat'", "'Netspjall'"))
  const { stdout } = run(NEW)
  expect(stdout).toContain('src/texts/is/support.ts: 9 in English')
  expect(stdout).not.toContain('Live chat')
  writeFileSync(file, text.replace(/^ *liveChat: .*\n/m, ''))
  expect(faultsOf().join()).toContain("src/texts/is/support.ts: Property 'liveChat' is missing")
  writeFileSync(file, text)
})

test('a code that is none of a language is refused', () => {
  expect(run('xx').stderr).toContain('expected the ISO 639-1 code of a language')
  expect(run('').status).toBe(1)
})

test('no table outside the texts has to be told of a new language', () => {
  const tables = globSync('{src,bench,scripts}/**/*.{ts,tsx}').filter((file) =>
    /Record<Language, [^\n]*> = \{\n/.test(readFileSync(file, 'utf8')),
  )
  expect(tables.filter((file) => !file.startsWith('src/texts/'))).toEqual([])
})
