const BACK_OFFICE = '/admin'

/** Returns where to go after sign-in: the page that redirected here, never one of another origin. */
export function returnPath(search: string, origin: string): string {
  const wanted = new URLSearchParams(search).get('return')
  if (wanted?.startsWith('/') !== true || !URL.canParse(wanted, origin)) return BACK_OFFICE
  const address = new URL(wanted, origin)
  return address.origin === origin ? address.pathname + address.search + address.hash : BACK_OFFICE
}
