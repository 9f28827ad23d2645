import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash } from '#web/admin/admin-location.ts'
import type { AdminTabId } from '#web/admin/tab-list.ts'
import { usePlaceName } from './place-links.tsx'
import type { NavPlace } from './places.ts'

interface PlacePagesProps {
  readonly place: NavPlace
  readonly shown: AdminTabId
}

/** Links to the pages of a place that has several. */
export function PlacePages({ place: { id, tabs }, shown }: PlacePagesProps) {
  const names = useAdmin().texts.tabs
  const nameOf = usePlaceName()
  return (
    <nav className="place-pages" aria-label={nameOf(id)}>
      {tabs.map((tab) => (
        <a key={tab} href={locationHash({ tab })} aria-current={tab === shown ? 'page' : undefined}>
          {names[tab]}
        </a>
      ))}
    </nav>
  )
}
