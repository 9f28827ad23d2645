import type { PageName } from './page-css.ts'

/** Where orders are placed and paid, keys stand, refund addresses and passwords are typed. */
const SECRET_PAGES: ReadonlySet<PageName> = new Set(['admin', 'signIn', 'plain', 'order'])

/** Whether a page has a way to the live chat, whose script could read all that stands on it; its button opens the e-mail dialog elsewhere. */
export function mayChat(page: PageName): boolean {
  return !SECRET_PAGES.has(page)
}
