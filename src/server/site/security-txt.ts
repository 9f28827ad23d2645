const DAY_MS = 86_400_000
/** RFC 9116 asks for less than a year. */
const VALID_DAYS = 180

/** What `/.well-known/security.txt` says. */
interface SecurityContact {
  /** An e-mail address, or an https address of a form. */
  readonly contact: string
  /** Null: the file names no address of its own. */
  readonly publicUrl: string | null
}

/** The text of `/.well-known/security.txt`: where to report a weakness. It never expires while the shop serves. Source: RFC 9116. */
export function securityTxt({ contact, publicUrl }: SecurityContact, now: Date): string {
  const day = Math.floor(now.getTime() / DAY_MS)
  return [
    `Contact: ${contact.includes('://') ? contact : `mailto:${contact}`}`,
    `Expires: ${new Date((day + VALID_DAYS) * DAY_MS).toISOString()}`,
    'Preferred-Languages: en',
    ...(publicUrl === null ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
    '',
  ].join('\n')
}
