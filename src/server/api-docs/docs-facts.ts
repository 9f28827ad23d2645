import type { DocsCall, DocsFacts } from '#shared/docs-facts.ts'
import type { ApiDocument } from './describe-calls.ts'
import type { Parameter } from './raw-description.ts'
import type { DocumentName } from './call-notes.ts'
import { noteOf, typeText, type Schema } from './type-text.ts'

/** Where each document is: as a page, and as a file for machines. */
export const DOCUMENTS: Readonly<
  Record<DocumentName, { readonly name: string; readonly page: string; readonly file: string }>
> = {
  shop: { name: 'Shop', page: '/docs', file: '/openapi.json' },
  programs: { name: 'Public API and webhooks', page: '/docs/api', file: '/api/v1/openapi.json' },
  office: { name: 'Back office', page: '/docs/back-office', file: '/openapi-back-office.json' },
}

interface Media {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: { readonly error: string } }>>
}
interface Body {
  readonly content?: Readonly<Record<string, Media>>
}
interface DescribedCall {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly 'x-rule'?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
}
type Paths = Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>

/** Makes the page of a document. */
export function docsFacts(name: DocumentName, document: ApiDocument): DocsFacts {
  const {
    info,
    tags,
    webhooks = {},
  } = document as unknown as {
    readonly info: { readonly summary: string; readonly description: string }
    readonly tags: readonly { readonly name: string; readonly description: string }[]
    readonly webhooks?: Paths
  }
  const calls = [...callsOf(document.paths as Paths), ...callsOf(webhooks, true)]
  return {
    title: DOCUMENTS[name].name,
    heading: 'Interfaces of this shop',
    lead: info.description.split('\n\n'),
    documents: Object.values(DOCUMENTS).map((one) => ({
      name: one.name,
      path: one.page,
      isCurrent: one === DOCUMENTS[name],
    })),
    file: { name: 'OpenAPI 3.1', path: DOCUMENTS[name].file },
    groups: tags.map((tag) => ({
      id: tag.name.toLowerCase().replaceAll(' ', '-'),
      ...tag,
      calls: calls.filter(({ tag: own }) => own === tag.name).map(({ call }) => call),
    })),
    words: { navigation: 'Documents', failures: 'Refusals' },
  }
}

interface TaggedCall {
  readonly tag: string
  readonly call: DocsCall
}

function callsOf(paths: Paths, areWebhooks = false): readonly TaggedCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      tag: described.tags[0] ?? '',
      call: callFacts(areWebhooks ? path : `${method.toUpperCase()} ${path}`, described),
    })),
  )
}

function callFacts(name: string, described: DescribedCall): DocsCall {
  const { operationId: id, summary, description, parameters = [], requestBody, responses } = described
  const entries = Object.entries(responses)
  const parameterLines = parameters.map(parameterText).join('\n')
  return {
    ...{ id, name, summary, description },
    access: accessText(described['x-rule']),
    parts: [
      ...(parameterLines === '' ? [] : [{ title: 'Parameters', text: parameterLines }]),
      ...partsOf('Body', requestBody),
      ...entries
        .filter(([status]) => status.startsWith('20'))
        .flatMap(([status, body]) => partsOf(`Reply ${status}`, body)),
    ],
    failures: entries.flatMap(([status, { content = {} }]) =>
      Object.entries(content['application/json']?.examples ?? {}).map(([code, { value }]) => ({
        ...{ status, code },
        meaning: value.error,
      })),
    ),
  }
}

function accessText(rule: string | undefined): string | null {
  if (rule === undefined) return null
  if (rule === 'signed-in') return 'For everyone who is signed in.'
  return rule.startsWith('token ')
    ? `With a token that has the scope ${rule.slice(6)}.`
    : `Needs the permission ${rule}.`
}

/** The fields of a body, and an example of it. */
function partsOf(title: string, body: Body | undefined): readonly { title: string; text: string }[] {
  const [found] = Object.entries(body?.content ?? {})
  if (found === undefined) return []
  const [type, { schema = {}, example }] = found
  const isJson = type === 'application/json'
  const named = isJson ? title : `${title} (${type})`
  const text = isJson ? JSON.stringify(example, null, 2) : example
  return [
    ...(isJson ? [{ title: named, text: typeText(schema) }] : []),
    ...(typeof text === 'string' ? [{ title: `${named}, for example`, text }] : []),
  ]
}

function parameterText({ name, in: place, required = false, schema = {}, description }: Parameter): string {
  const note = [place, noteOf(schema), description ?? ''].filter((one) => one !== '').join(', ')
  return `${name}${required ? '' : '?'}: ${typeText(schema)}  // ${note}`
}
