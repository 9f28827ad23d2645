import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import ts from 'typescript'

/** What the compiler reports, a line each, by file; paths as in the repository. */
export type Reports = ReadonlyMap<string, readonly string[]>

/** Type-checks the program of `src` as it would be with some files changed, without writing any. */
export interface OverlayProgram {
  /**
   * @param overlay texts by path; a path that does not exist yet is a new file.
   * @param onlyFiles what to check; without it every file of the program.
   */
  check(overlay: ReadonlyMap<string, string>, onlyFiles?: ReadonlySet<string>): Reports
}

/** One program for server and site together: both sets of globals, the server's module resolution. */
export function createOverlayProgram(): OverlayProgram {
  const options = optionsOf()
  const root = process.cwd().replaceAll('\\', '/')
  const parsed = new Map<string, ts.SourceFile>()
  const directories = new Map<string, boolean>()
  let last: ts.Program | undefined
  return {
    check(overlay, onlyFiles) {
      const added = new Map([...overlay].map(([path, text]) => [posix.join(root, path), text]))
      const base = ts.createCompilerHost(options)
      const host: ts.CompilerHost = {
        ...base,
        fileExists: (path) => added.has(path) || ts.sys.fileExists(path),
        readFile: (path) => added.get(path) ?? ts.sys.readFile(path),
        directoryExists: (path) => {
          const known = directories.get(path) ?? ts.sys.directoryExists(path)
          directories.set(path, known)
          return known || [...added.keys()].some((one) => one.startsWith(`${path}/`))
        },
        getSourceFile(path, version) {
          const text = added.get(path)
          if (text !== undefined) return ts.createSourceFile(path, text, version)
          const known = parsed.get(path) ?? base.getSourceFile(path, version)
          if (known !== undefined) parsed.set(path, known)
          return known
        },
      }
      const roots = [...new Set([...programFiles(), ...overlay.keys()])].map((path) => posix.join(root, path))
      last = ts.createProgram({
        rootNames: roots,
        options,
        host,
        ...(last === undefined ? {} : { oldProgram: last }),
      })
      return reportsOf(last, root, onlyFiles)
    },
  }
}

function reportsOf(program: ts.Program, root: string, onlyFiles?: ReadonlySet<string>): Reports {
  const reports = new Map<string, readonly string[]>()
  for (const source of program.getSourceFiles()) {
    const path = posix.relative(root, source.fileName)
    if (!path.startsWith('src/') || (onlyFiles !== undefined && !onlyFiles.has(path))) continue
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    if (found.length > 0) reports.set(path, found.map(worded))
  }
  return reports
}

function worded({ messageText, code, relatedInformation = [] }: ts.Diagnostic): string {
  const texts = [messageText, ...relatedInformation.map((one) => one.messageText)]
  return `TS${String(code)} ${texts.map((text) => ts.flattenDiagnosticMessageText(text, ' ')).join(' ')}`
}

/** Every file of `src` but the tests. */
function programFiles(): readonly string[] {
  return readdirSync('src', { recursive: true })
    .map((name) => `src/${String(name).replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
}

function optionsOf(): ts.CompilerOptions {
  const { compilerOptions } = ts.parseConfigFileTextToJson(
    'tsconfig.base.json',
    readFileSync('tsconfig.base.json', 'utf8'),
  ).config as { readonly compilerOptions: object }
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...compilerOptions,
      lib: ['es2024', 'dom', 'dom.iterable'],
      jsx: 'react-jsx',
      types: ['node', 'vite/client'],
    },
    '.',
  )
  // a member that is added and not read yet is no fault of a recipe
  return {
    ...options,
    noUnusedLocals: false,
    noUnusedParameters: false,
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
  }
}
