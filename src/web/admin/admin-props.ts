import type { AdminFacts } from '#shared/render-bundle.ts'

/** The props the server writes into the page. */
export type AdminProps = Pick<
  AdminFacts,
  'title' | 'icon' | 'currency' | 'currencies' | 'languages' | 'editionNames' | 'networks'
>
