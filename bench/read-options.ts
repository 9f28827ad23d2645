import { parseArgs } from 'node:util'

type Defaults = Readonly<Record<string, number | string | boolean>>

/** Reads the options of a bench. @param defaults by name: numbers, texts, and `false` for what is switched on by its name. */
export function readOptions<Options extends Defaults>(
  args: readonly string[],
  defaults: Options,
): {
  readonly [Name in keyof Options]: Options[Name] extends number
    ? number
    : Options[Name] extends boolean
      ? boolean
      : string
} {
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.keys(defaults).map((name) => [name, { type: defaults[name] === false ? 'boolean' : 'string' }]),
    ),
  })
  const read = Object.entries(defaults).map(([name, unset]) => {
    const value = values[name] ?? unset
    return [name, typeof unset === 'number' ? Number(value) : value]
  })
  return Object.fromEntries(read) as never
}
