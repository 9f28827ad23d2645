import { CALL_GROUPS } from './call-groups.ts'
import { HEADERS, type CallGroup, type CallNote, type CookieScheme, type DocumentName } from './call-notes.ts'
import { exampleOf } from './example-of.ts'
import { FAILURE_SCHEMA, failureResponses, refusalsOf } from './failure-responses.ts'
import { tidySchema } from './tidy-schema.ts'
import type { Schema } from './type-text.ts'
import type { Parameter, RawCall, RawDescription } from './raw-description.ts'
import { describeWebhooks, WEBHOOKS_LEAD } from './describe-webhooks.ts'

/** What the documents say of the shop that serves them. */
export interface DocumentContext {
  readonly publicUrl: string
  readonly title: string
  /** Of the release. */
  readonly version: string
  /** Whether cookies have the prefix that browsers require on https. */
  readonly cookiePrefix: string
}

/** An OpenAPI document; plain JSON. */
export type ApiDocument = Readonly<Record<string, unknown>> & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
}

const TITLES: Readonly<Record<DocumentName, string>> = {
  shop: 'Shop',
  programs: 'Public API',
  office: 'Back office',
}

const SHARED_RULES = `Bodies and replies are JSON. A call that fails answers \`{ "success": false, "error", "code", "requestId" }\` with a fitting status: go by the code, the sentence is for people. The id of the request, also in the header \`X-Request-Id\`, is in the log of the shop. 429 and 503 come with \`Retry-After\` in seconds.`

const LEADS: Readonly<Record<DocumentName, string>> = {
  shop: `The calls of the shop: what the pages of buyers use, and the sign-in of staff. Their names and shapes stay, new fields may be added.

${SHARED_RULES}

Changes are pushed over \`/live/websocket?vsn=2.0.0\` (Phoenix channels \`payment:ID\`, \`counters\`, \`rails\`). A push is a hint to read again.`,
  programs: `For programs of the studio, with a token in the header \`Authorization: Bearer\`.

**Stability.** Everything below \`/api/v1\` and the bodies of webhooks stay as they are described here. New calls, new optional parameters, new fields of replies and new values of enumerations may be added: ignore what you do not know. A change that would break a program becomes \`/api/v2\`, and \`/api/v1\` goes on for at least twelve months after that, which the changelog announces.

${SHARED_RULES}`,
  office: `What the pages of the back office call, with the session of a person. These calls change with the pages and promise nothing: a program uses the public API.

${SHARED_RULES}`,
}

/** Describes the calls of a document in OpenAPI 3.1. A call that no group tells of is in none: a test names it. */
export function describeCalls(
  raw: RawDescription,
  document: DocumentName,
  context: DocumentContext,
): ApiDocument {
  const calls = callsOf(raw)
  const groups = CALL_GROUPS.filter((group) => group.document === document)
  const paths: Record<string, Record<string, object>> = {}
  const tags: object[] = []
  for (const group of groups) {
    const present = Object.entries(group.calls).filter(([call]) => calls.has(call))
    if (present.length > 0) tags.push({ name: group.name, description: group.description })
    for (const [call, note] of present) {
      const [method = '', path = ''] = call.split(' ')
      const described = describeCall(call, calls.get(call) ?? {}, note, group)
      paths[path] = { ...paths[path], [method.toLowerCase()]: described }
    }
  }
  const hasWebhooks = document === 'programs'
  if (hasWebhooks) tags.push({ name: 'Webhooks', description: WEBHOOKS_LEAD })
  const title = `${context.title}: ${TITLES[document]}`
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: document === 'programs' ? '1' : context.version,
      summary: TITLES[document],
      description: LEADS[document],
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: context.publicUrl, description: 'This shop' }],
    tags,
    paths,
    ...(hasWebhooks ? { webhooks: describeWebhooks() } : {}),
    components: {
      schemas: { Failure: FAILURE_SCHEMA },
      securitySchemes: usedSchemes(paths, context.cookiePrefix),
    },
  }
}

function callsOf({ paths = {} }: RawDescription): ReadonlyMap<string, RawCall> {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, call]) => [`${method.toUpperCase()} ${path}`, call] as const),
    ),
  )
}

function describeCall(name: string, call: RawCall, note: CallNote, { name: tag }: CallGroup): object {
  const rule = call['x-rule']
  const parameters = [...(call.parameters ?? []).map(tidyParameter), ...(note.headers ?? []).map(headerOf)]
  const body = bodyOf(call, note)
  return {
    operationId: note.id,
    tags: [tag],
    summary: note.summary,
    description: note.description,
    security: securityOf(rule, note.cookie),
    ...(rule === undefined ? {} : { 'x-rule': rule }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === null ? {} : { requestBody: body }),
    responses: { ...successes(call, note), ...failureResponses(refusalsOf(name, call, note)) },
  }
}

function tidyParameter({ name, in: place, required = false, schema = {} }: Parameter): object {
  const tidy = tidySchema(schema)
  return {
    ...{ name, in: place, required },
    schema: tidy,
    ...(required ? { example: exampleOf(tidy, name) } : {}),
  }
}

function headerOf(header: keyof typeof HEADERS): object {
  return { in: 'header', required: false, ...HEADERS[header] }
}

function bodyOf({ requestBody }: RawCall, { takes, body }: CallNote): object | null {
  if (requestBody === undefined && takes === undefined) return null
  const raw = Object.values(requestBody?.content ?? {})[0]?.schema
  const schema: Schema = raw === undefined ? { type: 'string' } : tidySchema(raw)
  const isOptional = schema.anyOf?.some(({ type }) => type === 'null') ?? false
  const example = body ?? (raw === undefined ? 'KX4TQ-9M2WD-7HRCV,standard\n' : exampleOf(schema))
  const content = Object.fromEntries(
    (takes ?? ['application/json']).map((type) => [type, { schema, example }]),
  )
  return { required: !isOptional, content }
}

/** A reply to a form, a list or a file; the status 503 of the health has a body of its own. */
function successes({ responses = {} }: RawCall, { sends, reply, sameBodyWith503 = false }: CallNote): object {
  if (sends !== undefined)
    return { 200: { description: 'The file.', content: { [sends]: { schema: { type: 'string' } } } } }
  const own = Object.entries(responses).filter(
    ([status]) => status.startsWith('2') || (sameBodyWith503 && status === '503'),
  )
  return Object.fromEntries(
    own.map(([status, { content = {} }]) => {
      const schema = tidySchema(Object.values(content)[0]?.schema ?? {})
      const example = reply ?? exampleOf(schema)
      return [
        status,
        {
          description: status === '503' ? 'Not ready.' : 'Done.',
          content: { 'application/json': { schema, example } },
        },
      ]
    }),
  )
}

function securityOf(rule: string | undefined, cookie: CookieScheme | undefined): readonly object[] {
  if (rule?.startsWith('token ') === true) return [{ token: [rule.slice('token '.length)] }]
  if (rule !== undefined) return [{ session: [] }]
  return cookie === undefined ? [] : [{ [cookie]: [] }]
}

function usedSchemes(paths: ApiDocument['paths'], prefix: string): object {
  const cookie = (name: string, description: string) => ({
    type: 'apiKey',
    in: 'cookie',
    name: `${prefix}${name}`,
    description,
  })
  const schemes: Readonly<Record<CookieScheme | 'token', object>> = {
    session: cookie('keyhold.session_token', 'The session of a person, set by POST /auth/sign-in/email.'),
    pendingSignIn: cookie(
      'keyhold.two_factor',
      'A sign-in whose password was right, and whose code is awaited.',
    ),
    captchaPass: cookie(
      'keyhold_captcha',
      'The pass of a solved captcha, good for one order within 15 minutes.',
    ),
    order: cookie(
      'keyhold_order_ID',
      'The secret of an order; the name of the cookie ends in the id of the order. Set by the call that creates or opens the order.',
    ),
    token: {
      type: 'http',
      scheme: 'bearer',
      description: 'A token with scopes that an owner creates in the tab Integrations of the back office.',
    },
  }
  const text = JSON.stringify(paths)
  return Object.fromEntries(Object.entries(schemes).filter(([name]) => text.includes(`{"${name}":[`)))
}
