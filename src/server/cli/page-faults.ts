import { createHash } from 'node:crypto'
import type { Integrity } from '#server/site/integrity.ts'

/** A page as a URL serves it. */
export interface ServedPage {
  readonly html: string
  /** The Content-Security-Policy header; null without one. */
  readonly policy: string | null
}

/** What a page may contain. */
export interface AllowedContent extends Pick<Integrity, 'files' | 'inlineScript'> {
  /** Origins that may run scripts beside the shop, such as that of a live chat. */
  readonly origins: readonly string[]
}

/** A style sheet that the shop makes of the release's styles and the game's theme: no build knows its hash, and it is no code. */
const OWN_SHEET = /^\/game\/[\w-]+\.[\w-]+\.css$/

/** Elements that could bring other code or another page into a page. */
const FOREIGN_ELEMENT = /^(base|i?frame|object|embed|applet|portal)$/

/**
 * Finds whatever in a page could run code that is not of the release: scripts, styles, event handlers, and a policy that
 * permits more than the release's own.
 */
export function pageFaults({ html, policy }: ServedPage, allowed: AllowedContent): readonly string[] {
  const markup = html.replaceAll(/<!--[\s\S]*?-->/g, '')
  const scripts = [...markup.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)]
  const rest = markup.replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, '')
  return [
    ...policyFaults(policy, allowed),
    ...scripts.flatMap(([, attributes = '', text = '']) =>
      scriptFaults(attributesOf(attributes), text, allowed),
    ),
    ...tagsOf(rest).flatMap(({ name, attributes }) => elementFaults(name, attributes, allowed)),
    ...dataFaults(tagsOf(markup), allowed),
  ]
}

function policyFaults(policy: string | null, { inlineScript, origins }: AllowedContent): readonly string[] {
  if (policy === null) return ['the page has no content security policy']
  const directives = new Map(
    policy.split(';').map((text) => {
      const [name = '', ...sources] = text.trim().split(/\s+/)
      return [name.toLowerCase(), sources] as const
    }),
  )
  const own = ["'none'", "'self'"]
  const expected: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': [...own, `'${inlineScript}'`, ...origins],
    'connect-src': [...own, ...origins, ...origins.map((origin) => origin.replace(/^http/, 'ws'))],
    'form-action': own,
    'base-uri': ["'none'"],
  }
  return Object.entries(expected).flatMap(([name, sources]) => {
    const found = directives.get(name)
    if (found === undefined) return [`the policy has no ${name}`]
    const more = found.filter((source) => !sources.includes(source))
    return more.map((source) => `the policy permits ${source} in ${name}`)
  })
}

function scriptFaults(
  attributes: ReadonlyMap<string, string>,
  text: string,
  { files, inlineScript, origins }: AllowedContent,
): readonly string[] {
  const type = attributes.get('type')?.toLowerCase() ?? ''
  if (type === 'application/json' || type === 'application/ld+json') return []
  const source = attributes.get('src')
  if (source !== undefined) {
    return Object.hasOwn(files, source) || origins.includes(originOf(source))
      ? []
      : [`a script that is not of the release: ${source}`]
  }
  const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`
  return hash === inlineScript ? [] : [`an inline script that is not of the release: ${hash}`]
}

function elementFaults(
  name: string,
  attributes: ReadonlyMap<string, string>,
  { files }: AllowedContent,
): readonly string[] {
  const faults = [...attributes.keys()]
    .filter((attribute) => attribute.startsWith('on') || attribute === 'srcdoc')
    .map((attribute) => `a handler in the markup: ${attribute} of ${name}`)
  if (FOREIGN_ELEMENT.test(name)) faults.push(`an element that the release does not use: ${name}`)
  if (name === 'script') faults.push('a script element that is not closed')
  if (name === 'meta' && attributes.has('http-equiv')) faults.push('an http-equiv of meta')
  const rel = attributes.get('rel')?.toLowerCase().split(/\s+/) ?? []
  const href = attributes.get('href') ?? ''
  const isCode =
    rel.includes('stylesheet') || rel.includes('modulepreload') || attributes.get('as') === 'script'
  const isOwnSheet = rel.join() === 'stylesheet' && OWN_SHEET.test(href)
  if (name === 'link' && isCode && !isOwnSheet && !Object.hasOwn(files, href))
    faults.push(`a file that is not of the release: ${href}`)
  const targets = ['href', 'action', 'formaction', 'xlink:href'].map(
    (attribute) => attributes.get(attribute) ?? '',
  )
  if (targets.some((target) => /^\s*(javascript|data|vbscript):/i.test(target)))
    faults.push(`code in a URL of ${name}`)
  return faults
}

/** The loader imports the files that these attributes of `html` name. */
function dataFaults(tags: readonly Tag[], { files }: AllowedContent): readonly string[] {
  return tags.flatMap(({ attributes }) =>
    ['data-scripts', 'data-order', 'data-support', 'data-viewer'].flatMap((attribute) =>
      (attributes.get(attribute)?.match(/\S+/g) ?? [])
        .filter((file) => !Object.hasOwn(files, file))
        .map((file) => `a file that is not of the release: ${file} in ${attribute}`),
    ),
  )
}

interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

function tagsOf(html: string): readonly Tag[] {
  return [...html.matchAll(/<([a-z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)/gi)].map(
    ([, name = '', attributes = '']) => ({
      name: name.toLowerCase(),
      attributes: attributesOf(attributes),
    }),
  )
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g)
  return new Map(
    [...found].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      double ?? single ?? bare ?? '',
    ]),
  )
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : ''
}
