import { isRecord } from './is-record.ts'

/** The paths of all fields that a call may answer with, such as `orders[].email`, from the description of the calls. */
export function replyFields(description: object, method: string, url: string): readonly string[] {
  const paths = at(description, 'paths')
  const call = at(at(paths, url.replace(/:(\w+)/g, '{$1}')), method.toLowerCase())
  const replies = at(call, 'responses')
  const fields = new Set<string>()
  for (const status of ['200', '201']) {
    const schema = at(at(at(at(replies, status), 'content'), 'application/json'), 'schema')
    collect(description, schema, '', fields)
  }
  return [...fields].sort()
}

function collect(root: object, schema: unknown, path: string, into: Set<string>): void {
  if (!isRecord(schema)) return
  const { properties, items, additionalProperties, $ref: ref } = schema
  if (typeof ref === 'string') {
    collect(root, ref.slice(2).split('/').reduce<unknown>(at, root), path, into)
    return
  }
  const alternatives = [schema['anyOf'], schema['oneOf'], schema['allOf']]
    .filter((one) => Array.isArray(one))
    .flat()
  for (const one of alternatives) collect(root, one, path, into)
  if (isRecord(properties)) {
    for (const [name, inner] of Object.entries(properties))
      collect(root, inner, path === '' ? name : `${path}.${name}`, into)
    return
  }
  if (isRecord(items)) {
    collect(root, items, `${path}[]`, into)
    return
  }
  if (isRecord(additionalProperties) && Object.keys(additionalProperties).length > 0) {
    collect(root, additionalProperties, `${path}.*`, into)
    return
  }
  if (alternatives.length === 0 && path !== '') into.add(path)
}

function at(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined
}
