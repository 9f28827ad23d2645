import { escapeHtml } from '#server/formats/escape-html.ts'
import { noteOf, typeText, type Schema } from './type-text.ts'

interface Media {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}

/** A call in the shop's OpenAPI description. */
interface DescribedCall {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Media
  readonly responses?: Readonly<Record<string, Media>>
  /** Who may call it; everyone if missing. */
  readonly 'x-rule'?: string
}

/** The part of `/openapi.json` that the page uses. */
export interface Description {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>
}

interface Call extends DescribedCall {
  readonly method: string
  readonly path: string
}

interface Group {
  readonly title: string
  readonly lead: string
  readonly holds: (call: Call) => boolean
}

/** A call belongs to the first group that matches it. */
const GROUPS: readonly Group[] = [
  {
    title: 'Demo',
    lead: 'Of the demo alone: its wallet moves simulated chains. A shop for real money has none of these.',
    holds: ({ path }) => path.startsWith('/demo/'),
  },
  {
    title: 'Signing in',
    lead: 'For staff. The session is a cookie.',
    holds: ({ path }) => path.startsWith('/auth/') || path.startsWith('/data/user'),
  },
  {
    title: 'Back office',
    lead: 'Behind the sign-in; each names the permission it asks for.',
    holds: (call) => call['x-rule'] !== undefined,
  },
  {
    title: 'Shop',
    lead: 'For everyone. What is personal needs the cookie of the browser that ordered.',
    holds: () => true,
  },
]
const SHOWN = ['Shop', 'Signing in', 'Back office', 'Demo']

export const DOCS_CSS = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { max-inline-size: 60rem; margin: 0 auto; padding: 2rem 1rem 6rem; }
h1, h2 { line-height: 1.25; }
h2 { margin-block: 3rem 0.5rem; }
h3 { font-size: 1rem; margin-block: 1rem 0.25rem; }
code, pre { font: 0.875rem/1.6 ui-monospace, monospace; }
pre { overflow-x: auto; margin: 0; padding: 0.75rem 1rem; border: 1px solid GrayText; border-radius: 4px; }
details { border-block-end: 1px solid GrayText; }
summary { padding-block: 0.625rem; cursor: pointer; overflow-wrap: anywhere; }
summary small { margin-inline-start: 0.5rem; }
details > div { padding-block-end: 1.5rem; }
a { color: inherit; }
:focus-visible { outline: 2px solid; outline-offset: 2px; }
`

/** Renders `/docs`: every call of the shop, from the description in `/openapi.json`, on one page without scripts. */
export function docsPage({ paths = {} }: Description): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]): Call => ({ ...call, method: method.toUpperCase(), path })),
  )
  const sections = SHOWN.map((title) => sectionOf(title, calls))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Calls of this shop</title>
<style>${DOCS_CSS}</style>
</head>
<body>
<main>
<h1>Calls of this shop</h1>
<p>Bodies and answers are JSON. The same, for machines: <a href="/openapi.json">openapi.json</a>.</p>
<p>A call that fails answers <code>{ "success": false, "error": "…", "code": "…" }</code> with a fitting status: go by
the code, the sentence is for people. 429 comes with <code>Retry-After</code> in seconds.</p>
<p><code>POST /functions/create-crypto-payment</code> takes an <code>Idempotency-Key</code> of 8 to 200 printable
characters: sent again with the same body within 24 hours, it gives the same order.</p>
<p>Changes are pushed over <code>/live/websocket?vsn=2.0.0</code> (Phoenix channels <code>payment:ID</code>,
<code>counters</code>, <code>rails</code>). A push is a hint to read again.</p>
${sections.join('\n')}
</main>
</body>
</html>
`
}

function sectionOf(title: string, calls: readonly Call[]): string {
  const group = GROUPS.find((one) => one.title === title)
  const own = calls.filter((call) => GROUPS.find((one) => one.holds(call)) === group)
  if (group === undefined || own.length === 0) return ''
  return `<section>
<h2>${title}</h2>
<p>${group.lead}</p>
${own.map(callOf).join('\n')}
</section>`
}

function callOf(call: Call): string {
  const rule = call['x-rule']
  const { parameters = [], requestBody, responses = {} } = call
  const body = schemaOf(requestBody)
  const parts = [
    ...(parameters.length === 0 ? [] : [part('Parameters', parameters.map(parameterText).join('\n'))]),
    ...(body === null ? [] : [part('Body', typeText(body))]),
    ...Object.entries(responses).flatMap(([status, response]) => {
      const schema = schemaOf(response)
      // all failures have the form described at the top of the page
      return schema === null || status.startsWith('4') ? [] : [part(`Answer ${status}`, typeText(schema))]
    }),
  ]
  return `<details>
<summary><code>${call.method} ${escapeHtml(call.path)}</code>${rule === undefined ? '' : ` <small>${escapeHtml(rule)}</small>`}</summary>
<div>${parts.join('\n')}</div>
</details>`
}

function schemaOf({ content = {} }: Media = {}): Schema | null {
  return Object.values(content)[0]?.schema ?? null
}

function parameterText({ name, in: place, required = false, schema = {} }: Parameter): string {
  const note = [place, noteOf(schema)].filter((one) => one !== '').join(', ')
  return `${name}${required ? '' : '?'}: ${typeText(schema)}  // ${note}`
}

function part(title: string, text: string): string {
  return `<h3>${title}</h3>\n<pre tabindex="0">${escapeHtml(text)}</pre>`
}
