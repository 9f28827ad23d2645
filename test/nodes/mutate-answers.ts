type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** One changed answer: which of the recorded answers, and its text afterwards. */
interface Mutation {
  readonly name: string
  readonly call: string
  readonly text: string
}

/** A node that answers from a recording, so that thousands of changed answers take seconds. */
export interface RecordedNode {
  /** The recording while it is made; requests are sent on. */
  readonly recording: typeof globalThis.fetch
  /** Answers from the recording, with one answer changed; requests that were not recorded fail. */
  replaying(mutation: Mutation | null): typeof globalThis.fetch
  /** Every field of every recorded answer, changed in every way that makes it invalid. */
  mutations(): readonly Mutation[]
}

/** Values that no field may have: a missing one, null, and garbage of every type. */
const GARBAGE: readonly (Json | undefined)[] = [undefined, null, -1, 'garbage', '-0x1', {}]
/** Further ones for a field that is a number: too large, and with more decimals than an amount has. */
const GARBAGE_NUMBERS: readonly Json[] = [1e300, 0.123456789]
/** The elements of a longer list are as its first ones. */
const ELEMENTS_MAX = 2

/** Creates a recording. @param keeps whether a change is valid, so that the reader cannot tell it from the truth. */
export function recordAnswers(keeps: (path: string, value: Json | undefined) => boolean): RecordedNode {
  const answers = new Map<string, string>()
  return {
    async recording(input, init) {
      const response = await globalThis.fetch(input, init)
      const text = await response.text()
      if (response.ok) answers.set(callOf(input, init), text)
      return new Response(text, { status: response.status })
    },
    replaying: (mutation) => (input, init) => {
      const call = callOf(input, init)
      const text = mutation?.call === call ? mutation.text : answers.get(call)
      if (text === undefined) return Promise.resolve(new Response('not recorded', { status: 500 }))
      return Promise.resolve(new Response(withId(text, init)))
    },
    mutations: () =>
      [...answers].flatMap(([call, text]) => {
        const found: Mutation[] = [
          { name: `${call}: truncated`, call, text: text.slice(0, Math.floor(text.length / 2)) },
          { name: `${call}: empty`, call, text: '' },
          { name: `${call}: HTML`, call, text: '<html>502</html>' },
        ]
        const json = parsed(text)
        if (typeof json !== 'object') return found
        for (const path of pathsOf(json)) {
          const isNumber = typeof valueAt(json, path) === 'number'
          for (const garbage of isNumber ? [...GARBAGE, ...GARBAGE_NUMBERS] : GARBAGE) {
            if (isOmission(path, garbage) || keeps(path.join('.'), garbage)) continue
            const name = `${call}: ${path.join('.')} = ${garbage === undefined ? 'missing' : JSON.stringify(garbage)}`
            found.push({ name, call, text: JSON.stringify(changed(json, path, garbage)) })
          }
        }
        return found
      }),
  }
}

/** A list without one of its elements is valid: only another source shows what was omitted. */
function isOmission(path: readonly string[], value: Json | undefined): boolean {
  return value === undefined && /^\d+$/.test(path.at(-1) ?? '')
}

/** Method and parameters of a JSON-RPC call, or the path of a GET request. */
function callOf(input: unknown, init: RequestInit | undefined): string {
  if (typeof init?.body !== 'string') return new URL(String(input)).pathname
  const body = JSON.parse(init.body) as RpcBody | readonly RpcBody[]
  return JSON.stringify([body].flat().map(({ method, params }) => [method, params]))
}

interface RpcBody {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** The recorded ids are those of other requests; an id that is garbage stays so. */
function withId(text: string, init: RequestInit | undefined): string {
  if (typeof init?.body !== 'string') return text
  const json = parsed(text)
  if (typeof json !== 'object' || json === null) return text
  const ids = [JSON.parse(init.body) as RpcBody | readonly RpcBody[]].flat().map(({ id }) => id)
  const withOwn = (one: Json, at: number): Json =>
    typeof one === 'object' && one !== null && !Array.isArray(one) && isId((one as { id?: Json }).id)
      ? { ...one, id: ids[at] ?? 0 }
      : one
  return JSON.stringify(Array.isArray(json) ? json.map(withOwn) : withOwn(json, 0))
}

function isId(id: Json | undefined): boolean {
  return typeof id === 'number' && Number.isInteger(id) && id >= 0
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function valueAt(json: Json | undefined, [key, ...rest]: readonly string[]): Json | undefined {
  if (key === undefined) return json
  return valueAt((json as Readonly<Record<string, Json>>)[key], rest)
}

function pathsOf(json: Json): string[][] {
  if (typeof json !== 'object' || json === null) return []
  const entries = Object.entries(json).slice(0, Array.isArray(json) ? ELEMENTS_MAX : undefined)
  return entries.flatMap(([key, value]) => [[key], ...pathsOf(value).map((path) => [key, ...path])])
}

function changed(json: Json, [key = '', ...rest]: readonly string[], value: Json | undefined): Json {
  const copy = (Array.isArray(json) ? [...json] : { ...(json as object) }) as Record<string, Json>
  if (rest.length > 0) copy[key] = changed(copy[key] ?? null, rest, value)
  else if (value === undefined) Reflect.deleteProperty(copy, key)
  else copy[key] = value
  return Array.isArray(json) ? Object.values(copy) : copy
}
