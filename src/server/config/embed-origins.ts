import * as z from 'zod'
import { isLoopback } from './is-loopback.ts'

const EXPECTED =
  'expected origins such as https://games.example, parted by commas, each once; http only for localhost'

/** The sites that may show the checkout in a frame. What is not accepted is named, without path, user and password. */
export const readEmbedOrigins = z.string().transform((text, context): readonly string[] => {
  const items = text.split(',').map((item) => item.trim())
  const origins = items.map(originOf)
  const refused = items.filter((_, index) => {
    const origin = origins[index] ?? null
    return origin === null || origins.indexOf(origin) !== index
  })
  if (refused.length === 0) return origins.filter((origin) => origin !== null)
  const message = `${EXPECTED}; not accepted: ${refused.map((item) => nameOf(items, item)).join(', ')}`
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

/** Its origin becomes part of a Content-Security-Policy, where `;` ends a directive and `*` matches any name. */
function originOf(item: string): string | null {
  if (!URL.canParse(item)) return null
  const url = new URL(item)
  const isBare = url.pathname === '/' && url.search + url.hash + url.username + url.password === ''
  const isNamed = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url.hostname)
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  return isBare && isNamed && isSafe && !item.endsWith('?') && !item.endsWith('#') ? url.origin : null
}

function nameOf(items: readonly string[], item: string): string {
  const host = URL.canParse(item) ? new URL(item) : null
  return host === null || host.host === ''
    ? `number ${String(items.indexOf(item) + 1)}`
    : `${host.protocol}//${host.host}`
}
