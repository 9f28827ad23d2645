/** What is read of a JSON schema; the rest says nothing a caller needs. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: unknown
}

const INDENT = '  '

/** A schema as a type one can read: fields a line each, with what else holds for them behind two slashes. */
export function typeText(schema: Schema, indent = ''): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return [...new Set(choices.map((one) => typeText(one, indent)))].join(' | ')
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const types = [schema.type ?? []].flat()
  const named = types.map((type) => namedText(type, schema, indent))
  return named.length === 0 ? 'anything' : named.join(' | ')
}

function namedText(type: string, schema: Schema, indent: string): string {
  if (type === 'array') return arrayText(schema.items ?? {}, indent)
  if (type !== 'object') return type
  const { properties } = schema
  return properties === undefined ? mapText(schema, indent) : objectText(schema, properties, indent)
}

function arrayText(items: Schema, indent: string): string {
  const text = typeText(items, indent)
  return text.includes(' | ') && !text.startsWith('{') ? `(${text})[]` : `${text}[]`
}

function objectText(
  { required = [] }: Schema,
  properties: Readonly<Record<string, Schema>>,
  indent: string,
): string {
  const inner = indent + INDENT
  const lines = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?'
    const note = noteOf(schema)
    return `${inner}${name}${mark}: ${typeText(schema, inner)}${note === '' ? '' : `  // ${note}`}`
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

function mapText({ additionalProperties }: Schema, indent: string): string {
  const value = typeof additionalProperties === 'object' ? typeText(additionalProperties, indent) : 'anything'
  return `{ [name]: ${value} }`
}

/** What a type alone does not say. */
export function noteOf(schema: Schema): string {
  const { format, minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems } = schema
  return [
    ...(format === undefined ? [] : [format]),
    ...span(minimum, maximum, ''),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${String(exclusiveMinimum)}`]),
    ...span(minLength === 0 ? undefined : minLength, maxLength, ' characters'),
    ...span(minItems === 0 ? undefined : minItems, maxItems, ' of them'),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} by default`]),
  ].join(', ')
}

/** Whole numbers carry JavaScript's own bounds where they have none. */
function span(least: number | undefined, most: number | undefined, unit: string): readonly string[] {
  const [from, to] = [least, most].map((one) => (one === undefined || !isWorthSaying(one) ? undefined : one))
  if (from !== undefined && to !== undefined) {
    return [from === to ? `${String(from)}${unit}` : `${String(from)} to ${String(to)}${unit}`]
  }
  if (from !== undefined) return [`at least ${String(from)}${unit}`]
  return to === undefined ? [] : [`at most ${String(to)}${unit}`]
}

function isWorthSaying(bound: number): boolean {
  return Math.abs(bound) < Number.MAX_SAFE_INTEGER
}
