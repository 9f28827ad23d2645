import { EMAIL_MAX } from '#shared/constants.ts'

// The server's own pattern (zod's), so that the page refuses what the server would; a test keeps the two together.
const EMAIL = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

/** Whether the shop takes a text for an e-mail address. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text)
}
