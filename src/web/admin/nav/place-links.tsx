import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash } from '#web/admin/admin-location.ts'
import type { AdminTabId } from '#web/admin/tab-list.ts'
import { NavCount } from './nav-count.tsx'
import { NavIcon } from './nav-icon.tsx'
import type { NavPlace, PlaceId } from './places.ts'

interface PlaceLinksProps {
  readonly places: readonly NavPlace[]
  /** The tab that is open. */
  readonly shown: AdminTabId
  /** The bar of a phone has shorter names. */
  readonly isBar?: boolean
}

/** A link to each place, with how much waits there. */
export function PlaceLinks({ places, shown, isBar = false }: PlaceLinksProps) {
  const nameOf = usePlaceName()
  const { bar } = useAdmin().texts.nav
  const shownName = (id: PlaceId) => (isBar && (id === 'overview' || id === 'refunds') ? bar[id] : nameOf(id))
  return places.map(({ id, tabs: [first] }) =>
    first === undefined ? null : (
      <li key={id}>
        <a
          href={locationHash({ tab: first })}
          title={nameOf(id)}
          aria-current={places.find(({ tabs }) => tabs.includes(shown))?.id === id ? 'page' : undefined}
        >
          <NavIcon id={id} />
          <span className="nav-name">{shownName(id)}</span>
          <NavCount id={id} />
        </a>
      </li>
    ),
  )
}

/** @returns the name of a place. */
export function usePlaceName(): (id: PlaceId) => string {
  const { tabs, nav } = useAdmin().texts
  return (id) => (id === 'shop' ? nav.shop : tabs[id])
}
