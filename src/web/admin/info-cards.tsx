import type { ReactNode } from 'react'
import { useAdmin } from './admin-context.ts'
import { ADMIN_TABS } from './tab-list.ts'
import { locationHash } from './admin-location.ts'
import { useMay } from './staff-context.ts'

const CARDS = [
  { id: 'keys', tab: 'keys' },
  { id: 'reports', tab: 'statistics' },
  { id: 'users', tab: 'people' },
  { id: 'security', tab: 'security' },
] as const

const ICONS: Readonly<Record<(typeof CARDS)[number]['id'], ReactNode>> = {
  keys: <path d="M14 10a4 4 0 1 0-3.5 4l1.5 1.5h2V18h2v2h4v-3.5l-6-6Z" />,
  reports: <path d="M4 20V10m6 10V4m6 16v-7m5 7H2" />,
  users: (
    <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-7 9a7 7 0 0 1 14 0m0-15.5a3.5 3.5 0 0 1 0 6.5m3 9a7 7 0 0 0-3-5.7" />
  ),
  security: <path d="M12 3 4 6v6c0 4.6 3.3 8 8 9 4.7-1 8-4.4 8-9V6l-8-3Zm-3 9 2.2 2.2L15.5 10" />,
}

/** Four cards that explain the back office; each links to its tab if the user may open it. */
export function InfoCards() {
  const { texts } = useAdmin()
  const may = useMay()
  const isOpen = (tab: string) => {
    const found = ADMIN_TABS.find(({ id }) => id === tab)
    return found !== undefined && (found.needs === null || may(found.needs))
  }
  return (
    <section aria-labelledby="overview">
      <h2 id="overview" className="visually-hidden">
        {texts.cards.heading}
      </h2>
      <ul className="info-cards">
        {CARDS.map(({ id, tab }) => (
          <li key={id} className="card info-card">
            <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true" className="sign">
              {ICONS[id]}
            </svg>
            <div>
              <h3>
                {isOpen(tab) ? (
                  <a href={locationHash({ tab })}>{texts.cards[id].title}</a>
                ) : (
                  texts.cards[id].title
                )}
              </h3>
              <p>{texts.cards[id].text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
