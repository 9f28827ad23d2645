import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash } from '#web/admin/admin-location.ts'
import type { AdminTabId } from '#web/admin/tab-list.ts'
import { NavIcon } from './nav-icon.tsx'
import type { NavPlace, PlaceId } from './places.ts'
import type { WaitingKind } from '#shared/overview-api.ts'
import { formatCount } from '#texts/format.ts'
import { useOverview } from '#web/admin/overview/use-overview.ts'

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

/** Where what waits for a person is dealt with. */
const PLACES: Readonly<Record<WaitingKind, PlaceId>> = {
  review: 'exceptions',
  held_back: 'exceptions',
  refunds: 'refunds',
  awaiting_keys: 'keys',
  lost_payments: 'shop',
  alerts: 'exceptions',
}

/** Shows how much waits in a place; renders nothing if nothing does. */
function NavCount({ id }: { readonly id: PlaceId }) {
  const { language } = useAdmin()
  const waiting = useOverview().data?.waiting ?? []
  const count = waiting.filter(({ kind }) => PLACES[kind] === id).reduce((sum, one) => sum + one.count, 0)
  return count === 0 ? null : <span className="count">{formatCount(language, count)}</span>
}
