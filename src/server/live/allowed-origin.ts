export interface OriginRule {
  /** Null in a demo without one. */
  readonly publicUrl: string | null
  /** A demo also accepts pages of this machine: a loopback host equal to the request's own. */
  readonly isDemo: boolean
}

/**
 * Whether a request may come from a page of this origin. A request without an Origin header does not come from a page of
 * another site, so it is allowed.
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
