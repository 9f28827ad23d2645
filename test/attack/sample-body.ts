import { isRecord } from './is-record.ts'

/** A body that a call accepts as far as its description tells, with `text` wherever any text may be; null without one. */
export function sampleBody(description: object, method: string, url: string, text: string): unknown {
  const steps = [
    'paths',
    url.replace(/:(\w+)/g, '{$1}'),
    method.toLowerCase(),
    'requestBody',
    'content',
    'application/json',
    'schema',
  ]
  const schema = steps.reduce<unknown>(
    (value, step) => (isRecord(value) ? value[step] : undefined),
    description,
  )
  return schema === undefined ? null : sample(schema, text)
}

function sample(schema: unknown, text: string): unknown {
  if (!isRecord(schema)) return text
  const choices = [schema['anyOf'], schema['oneOf']].find((one) => Array.isArray(one))
  if (Array.isArray(choices)) return sample(choices[0], text)
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0] as unknown
  if (isRecord(schema['properties']))
    return Object.fromEntries(
      Object.entries(schema['properties']).map(([name, inner]) => [name, sample(inner, text)]),
    )
  switch (schema['type']) {
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'array':
      return [sample(schema['items'], text)]
    case 'null':
      return null
    default:
      if (schema['format'] === 'uuid') return crypto.randomUUID()
      return schema['format'] === 'email' ? 'eve@buyer.example' : text
  }
}
