/** The part of a JSON schema that callers need. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly format?: string
  readonly pattern?: string
  readonly const?: unknown
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

/** Formats a schema as a readable type: one field per line, with further constraints in a comment. */
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

/** Describes the constraints that a type alone does not express. */
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

/** Formats a range. zod gives integers JavaScript's safe bounds if they have none; those are left out. */
function span(least: number | undefined, most: number | undefined, unit: string): readonly string[] {
  const [from, to] = [least, most].map((one) =>
    one === undefined || !isRelevantBound(one) ? undefined : one,
  )
  if (from !== undefined && to !== undefined) {
    return [from === to ? `${String(from)}${unit}` : `${String(from)} to ${String(to)}${unit}`]
  }
  if (from !== undefined) return [`at least ${String(from)}${unit}`]
  return to === undefined ? [] : [`at most ${String(to)}${unit}`]
}

function isRelevantBound(bound: number): boolean {
  return Math.abs(bound) < Number.MAX_SAFE_INTEGER
}
