import { useState } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { readStored, store } from '#web/admin/stored-choice.ts'
import type { AdminTabId } from '#web/admin/tab-list.ts'
import { NavTools } from './nav-tools.tsx'
import { PlaceLinks } from './place-links.tsx'
import type { NavPlace } from './places.ts'

const STORED_AS = 'adminNav'
/** Narrower windows begin with the signs only. */
const WIDE_FROM_PX = 1024

interface SideNavProps {
  readonly places: readonly NavPlace[]
  readonly shown: AdminTabId
}

/** The navigation beside the content; it can be reduced to its signs. */
export function SideNav({ places, shown }: SideNavProps) {
  const { shell, nav } = useAdmin().texts
  const [isNarrow, setIsNarrow] = useState(
    () => (readStored(STORED_AS) ?? (innerWidth < WIDE_FROM_PX ? 'narrow' : 'wide')) === 'narrow',
  )
  return (
    <nav className="side-nav" aria-label={shell.tabs} data-narrow={isNarrow ? '' : undefined}>
      <ul>
        <PlaceLinks places={places} shown={shown} />
      </ul>
      <div className="side-nav-foot">
        <NavTools />
        <button
          type="button"
          className="side-nav-fold"
          aria-expanded={!isNarrow}
          title={isNarrow ? nav.expand : nav.collapse}
          onClick={() => {
            store(STORED_AS, isNarrow ? 'wide' : 'narrow')
            setIsNarrow(!isNarrow)
          }}
        >
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" className="nav-icon">
            <path d="M4 5h16v14H4zm5 0v14m7-10-3 3 3 3" />
          </svg>
          <span className="nav-name">{isNarrow ? nav.expand : nav.collapse}</span>
        </button>
      </div>
    </nav>
  )
}
