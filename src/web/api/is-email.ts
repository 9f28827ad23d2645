import { EMAIL_MAX } from '#shared/constants.ts'

// The same pattern as the server's (zod's), so that the page rejects what the server would reject; a test compares the
// two.
const EMAIL = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Whether the shop accepts a text as an e-mail address. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text)
}
