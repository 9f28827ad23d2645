import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A text of the program in one language, or one form of a plural. */
export interface TextEntry {
  /** Its file, such as `checkout.ts`. */
  readonly file: string
  /** Its keys, such as `steps.form`. */
  readonly path: string
  readonly text: string
  /** The path of the plural it is a form of. */
  readonly pluralPath: string | null
}

/** Reads every text of a language once, from the files of its folder. */
export async function readTexts(language: string, folder = 'src/texts'): Promise<readonly TextEntry[]> {
  const files = readdirSync(join(folder, language)).filter((file) => file.endsWith('.ts'))
  const found: TextEntry[] = []
  const seen = new Set<unknown>()
  for (const file of gatherersLast(join(folder, language), files)) {
    const address = pathToFileURL(resolve(folder, language, file)).href
    for (const texts of Object.values((await import(/* @vite-ignore */ address)) as object) as object[]) {
      const own = Object.entries(texts).filter(([, value]) => !seen.has(value))
      found.push(...own.flatMap(([key, value]) => entriesOf(file, key, value, null)))
      for (const value of [texts, ...Object.values(texts)] as unknown[])
        if (typeof value === 'object') seen.add(value)
    }
  }
  return found
}

/** A file that gathers the texts of others must come after them, so that they are read as theirs. */
function gatherersLast(folder: string, files: readonly string[]): readonly string[] {
  const imports = (file: string) => readFileSync(join(folder, file), 'utf8').split(" from './").length
  return files.toSorted((one, other) => imports(one) - imports(other))
}

function entriesOf(file: string, path: string, value: unknown, pluralPath: string | null): TextEntry[] {
  if (typeof value === 'string') return [{ file, path, text: value, pluralPath }]
  if (typeof value === 'function') return [{ file, path, text: literalsOf(value), pluralPath }]
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value as Record<string, unknown>)
  const isPlural = 'other' in value && inner.every(([key]) => isPluralForm(key))
  return inner.flatMap(([key, one]) => entriesOf(file, `${path}.${key}`, one, isPlural ? path : null))
}

function isPluralForm(key: string): boolean {
  return ['zero', 'one', 'two', 'few', 'many', 'other'].includes(key)
}

/** What a text that is a function may say. */
function literalsOf(text: unknown): string {
  return (String(text).match(/(["'`])(?:(?!\1).)*\1/g) ?? [])
    .map((literal) => literal.slice(1, -1))
    .join('\n')
}
