import type { Schema } from './type-text.ts'

/**
 * Removes what readers do not need: zod repeats formats as patterns, and gives integers JavaScript's safe bounds if they
 * have none.
 */
export function tidySchema(schema: Schema): Schema {
  return tidy(schema) as Schema
}

function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name, inner]) => !isNoise(name, inner, value))
  return Object.fromEntries(entries.map(([name, inner]) => [name, tidy(inner)]))
}

function isNoise(name: string, value: unknown, schema: object): boolean {
  switch (name) {
    case 'pattern':
      return 'format' in schema
    case 'minimum':
    case 'maximum':
      return typeof value === 'number' && Math.abs(value) >= Number.MAX_SAFE_INTEGER
    case '$schema':
      return true
    default:
      return false
  }
}
