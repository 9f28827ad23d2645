/**
 * Masks all groups of a key but the last: `****-****-****-WXYZ`. The lengths stay, so that the publisher's format remains
 * visible.
 */
export function maskKey(key: string): string {
  const groups = key.split('-')
  return groups
    .map((group, index) => (index < groups.length - 1 ? '*'.repeat(group.length) : group))
    .join('-')
}

/** Masks an e-mail except for its first letter and its domain: `b…@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
