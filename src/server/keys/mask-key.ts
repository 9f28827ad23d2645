/** Characters that stay visible of a key without groups, such as a redeem address. */
const VISIBLE = 4
const GROUPED = /^[A-Z0-9]{1,32}(-[A-Z0-9]{1,32})+$/

/**
 * Masks all groups of a key but the last: `****-****-****-WXYZ`; of a key without groups all but four characters. The
 * lengths stay, so that the publisher's format remains visible.
 */
export function maskKey(key: string): string {
  if (!GROUPED.test(key)) return '*'.repeat(Math.max(0, key.length - VISIBLE)) + key.slice(-VISIBLE)
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
