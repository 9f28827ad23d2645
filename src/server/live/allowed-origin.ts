export interface OriginRule {
  /** Null in a demo that has none set. */
  readonly publicUrl: string | null
  /** The demo also takes pages from this machine: a loopback host, the same as the request's own. */
  readonly isDemo: boolean
}

/**
 * Whether a live connection may come from a page's origin. A request without one comes from no page: nothing here rests
 * on a cookie that a page could abuse, so it is let in.
 */
export function isAllowedOrigin(
  rule: OriginRule,
  origin: string | undefined,
  host: string | undefined,
): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const from = new URL(origin)
  if (rule.publicUrl !== null && from.origin === new URL(rule.publicUrl).origin) return true
  return rule.isDemo && isLoopbackName(from.hostname) && from.host === host?.toLowerCase()
}

function isLoopbackName(name: string): boolean {
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(name)
  )
}
