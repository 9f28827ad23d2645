import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash } from '#web/admin/admin-location.ts'
import type { AdminTabId } from '#web/admin/tab-list.ts'

interface ShopPagesProps {
  readonly tabs: readonly AdminTabId[]
  readonly shown: AdminTabId
}

/** Links to the pages of a place that has several. */
export function ShopPages({ tabs, shown }: ShopPagesProps) {
  const { tabs: names, nav } = useAdmin().texts
  return (
    <nav className="shop-pages" aria-label={nav.shop}>
      {tabs.map((tab) => (
        <a key={tab} href={locationHash({ tab })} aria-current={tab === shown ? 'page' : undefined}>
          {names[tab]}
        </a>
      ))}
    </nav>
  )
}
