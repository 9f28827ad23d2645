import { useAdmin } from './admin-context.ts'
import { locationHash } from './admin-location.ts'
import { NavIcon } from '#web/admin/nav/nav-icon.tsx'
import { useMay } from './staff-context.ts'
import { allowedTabs } from './tab-list.ts'

const CARDS = [
  { id: 'keys', tab: 'keys' },
  { id: 'reports', tab: 'statistics' },
  { id: 'users', tab: 'people' },
  { id: 'security', tab: 'security' },
] as const

/** Four cards that explain the back office; each links to its tab if the user may open it. */
export function InfoCards() {
  const { cards } = useAdmin().texts
  const allowed = allowedTabs(useMay())
  return (
    <section aria-labelledby="overview">
      <h2 id="overview" className="visually-hidden">
        {cards.heading}
      </h2>
      <ul className="info-cards">
        {CARDS.map(({ id, tab }) => (
          <li key={id} className="card info-card">
            <NavIcon id={tab} />
            <div>
              <h3>
                {allowed.includes(tab) ? (
                  <a href={locationHash({ tab })}>{cards[id].title}</a>
                ) : (
                  cards[id].title
                )}
              </h3>
              <p>{cards[id].text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
