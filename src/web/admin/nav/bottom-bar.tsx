import { useState } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { Modal } from '#web/admin/modal.tsx'
import type { AdminTabId } from '#web/admin/tab-list.ts'
import { NavIcon } from './nav-icon.tsx'
import { NavTools } from './nav-tools.tsx'
import { PlaceLinks } from './place-links.tsx'
import type { NavPlace } from './places.ts'

/** As many as fit on the narrowest phone, beside the button with the others. */
const SHOWN_PLACES = 5

interface BottomBarProps {
  readonly places: readonly NavPlace[]
  readonly shown: AdminTabId
}

/** The navigation of a phone: five places, and the others in a dialog. */
export function BottomBar({ places, shown }: BottomBarProps) {
  const { shell, nav } = useAdmin().texts
  const [isOpen, setIsOpen] = useState(false)
  const others = places.slice(SHOWN_PLACES)
  const close = () => setIsOpen(false)
  return (
    <>
      <nav className="bottom-bar" aria-label={shell.tabs}>
        <ul>
          <PlaceLinks places={places.slice(0, SHOWN_PLACES)} shown={shown} isBar />
          <li>
            <button
              type="button"
              aria-haspopup="dialog"
              data-current={others.some(({ tabs }) => tabs.includes(shown)) ? '' : undefined}
              onClick={() => setIsOpen(true)}
            >
              <NavIcon id="more" />
              <span className="nav-name">{nav.more}</span>
            </button>
          </li>
        </ul>
      </nav>
      {isOpen ? (
        <Modal title={nav.more} onClose={close}>
          <ul
            className="more-places"
            onClick={({ target }) => {
              if (target instanceof Element && target.closest('a') !== null) close()
            }}
          >
            <PlaceLinks places={others} shown={shown} />
          </ul>
          <NavTools />
          <div className="modal-actions">
            <Button onClick={close}>{shell.close}</Button>
          </div>
        </Modal>
      ) : null}
    </>
  )
}
