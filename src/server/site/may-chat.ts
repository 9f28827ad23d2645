import type { PageName } from './page-css.ts'

/** Pages for orders, payments, keys, refund addresses and passwords. */
const SECRET_PAGES: ReadonlySet<PageName> = new Set(['admin', 'signIn', 'plain', 'order', 'embed'])

/** Whether a page may load the live chat, whose script could read the whole page. Without it the button opens the e-mail dialog. */
export function mayChat(page: PageName): boolean {
  return !SECRET_PAGES.has(page)
}
