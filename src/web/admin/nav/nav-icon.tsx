import type { ReactNode } from 'react'
import type { PageId } from '#web/admin/tab-list.ts'
import type { PlaceId } from './places.ts'

const PATHS = {
  overview: <path d="M4 5h7v6H4zm9 0h7v4h-7zm0 6h7v8h-7zm-9 2h7v6H4z" />,
  orders: <path d="M6 3h12v18l-3-2-3 2-3-2-3 2zm3 5h6m-6 4h6" />,
  exceptions: <path d="M12 4 2.8 20h18.4zm0 6v4.5m0 2.8v.2" />,
  refunds: <path d="M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-4" />,
  keys: <path d="M8 19a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm3-7 8-8m-4 4 3 3m-1-5 2 2" />,
  bulletins: <path d="M4 10v4h3l9 5V5l-9 5zm15-1.5a5 5 0 0 1 0 7" />,
  statistics: <path d="M4 20V10m6 10V4m6 16v-7m5 7H2" />,
  audit: <path d="M5 4h14v16H5zm3 4h8m-8 4h8m-8 4h5" />,
  shop: <path d="M4 10v10h16V10M3 10l2-6h14l2 6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0Zm7 10v-5h4v5" />,
  people: <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-7 9a7 7 0 0 1 14 0m1-15a3.5 3.5 0 0 1 0 6" />,
  security: <path d="M12 3 4 6v6c0 4.6 3.3 8 8 9 4.7-1 8-4.4 8-9V6l-8-3Zm-3 9 2.2 2.2L15.5 10" />,
  more: <path d="M5 12h.01M12 12h.01M19 12h.01" />,
} satisfies Readonly<Record<Exclude<PlaceId, PageId> | 'people' | 'security' | 'more', ReactNode>>

/** The sign of a place of the navigation, whose name stands beside it; of a page of the shop without its own that of the shop. */
export function NavIcon({ id }: { readonly id: PlaceId | 'more' }) {
  const paths: Readonly<Partial<Record<PlaceId | 'more', ReactNode>>> = PATHS
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" className="nav-icon">
      {paths[id] ?? PATHS.shop}
    </svg>
  )
}
