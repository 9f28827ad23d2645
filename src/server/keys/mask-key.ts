/**
 * A key with all but its last group hidden, as support quotes it: `****-****-****-WXYZ`. Lengths stay, so that the
 * publisher's form can be told.
 */
export function maskKey(key: string): string {
  const groups = key.split('-')
  return groups
    .map((group, index) => (index < groups.length - 1 ? '*'.repeat(group.length) : group))
    .join('-')
}

/** An e-mail of which a reader may know no more than its first letter and its domain: `b…@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
