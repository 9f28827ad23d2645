import type { AdminFacts } from '#shared/page-facts.ts'

/** What the server writes into the page for the script. */
export type AdminProps = Pick<AdminFacts, 'title' | 'icon' | 'editionNames'>
