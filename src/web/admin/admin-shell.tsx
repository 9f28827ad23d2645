import { useEffect, useRef, type ReactNode } from 'react'
import { useAdmin } from './admin-context.ts'
import { AuditTab } from '#web/admin/audit/audit-tab.tsx'
import { ElsewhereTab } from '#web/admin/elsewhere/elsewhere-tab.tsx'
import { GameTab } from '#web/admin/game/game-tab.tsx'
import { BulletinsTab } from '#web/admin/bulletins/bulletins-tab.tsx'
import { DiscountsTab } from '#web/admin/discounts/discounts-tab.tsx'
import { IntegrationsTab } from '#web/admin/integrations/integrations-tab.tsx'
import { KeysTab } from '#web/admin/keys/keys-tab.tsx'
import { BottomBar } from '#web/admin/nav/bottom-bar.tsx'
import { placesOf } from '#web/admin/nav/places.ts'
import { PlacePages } from '#web/admin/nav/place-pages.tsx'
import { SideNav } from '#web/admin/nav/side-nav.tsx'
import { ExceptionsTab, OrdersTab } from '#web/admin/orders/orders-tab.tsx'
import { allowedTabs, type AdminTabId } from './tab-list.ts'
import { Overview } from '#web/admin/overview/overview.tsx'
import { PeopleTab } from '#web/admin/people/people-tab.tsx'
import { useAdminLocation, locationHash } from './admin-location.ts'
import { RefundsTab } from '#web/admin/refunds/refunds-tab.tsx'
import { ConfirmAgain } from '#web/admin/security/confirm-again.tsx'
import { SecondFactorNotice } from '#web/admin/security/second-factor-notice.tsx'
import { SecurityTab } from '#web/admin/security/security-tab.tsx'
import { SettingsTab } from '#web/admin/settings/settings-tab.tsx'
import { StatisticsTab } from '#web/admin/statistics/statistics-tab.tsx'
import { useMay, useStaff } from './staff-context.ts'
import { GlobalSearch } from '#web/admin/search/global-search.tsx'
import { Shortcuts } from './shortcuts/shortcuts.tsx'
import { NavIcon } from '#web/admin/nav/nav-icon.tsx'

const CONTENTS: Readonly<Record<AdminTabId, () => ReactNode>> = {
  // the key manager stands below the overview, and keeps the focus when one of its tabs is chosen there
  overview: KeysTab,
  keys: KeysTab,
  orders: OrdersTab,
  elsewhere: ElsewhereTab,
  exceptions: ExceptionsTab,
  refunds: RefundsTab,
  bulletins: BulletinsTab,
  statistics: StatisticsTab,
  people: PeopleTab,
  integrations: IntegrationsTab,
  security: SecurityTab,
  audit: AuditTab,
  settings: SettingsTab,
  game: GameTab,
  discounts: DiscountsTab,
}

/** The back office for a user with a role: header, navigation, content. */
export function AdminShell() {
  const { texts } = useAdmin()
  const may = useMay()
  const { tab } = useAdminLocation()
  const allowed = allowedTabs(may)
  const places = placesOf(allowed)
  const shown = allowed.find((id) => id === tab) ?? allowed[0] ?? 'security'
  const main = useRef<HTMLElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    const isFocusInside = main.current?.contains(document.activeElement) === true
    if (before.current !== shown) {
      scrollTo({ top: 0 })
      if (!isFocusInside) main.current?.focus({ preventScroll: true })
    }
    before.current = shown
  }, [shown])
  const Content = CONTENTS[shown]
  const place = places.find(({ tabs }) => tabs.includes(shown))
  return (
    <>
      <a
        className="skip"
        href="#admin-content"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {texts.shell.skip}
      </a>
      <AdminHeader />
      <div className="admin-shell">
        <SideNav places={places} shown={shown} />
        <main id="admin-content" tabIndex={-1} ref={main}>
          <SecondFactorNotice />
          {place === undefined || place.tabs.length < 2 ? null : <PlacePages place={place} shown={shown} />}
          {shown === 'overview' || shown === 'keys' ? <InfoCards /> : null}
          {shown === 'overview' ? <Overview /> : null}
          <Content />
        </main>
      </div>
      <BottomBar places={places} shown={shown} />
      <ConfirmAgain />
    </>
  )
}

/** The name of the shop, the search, the greeting with the user's e-mail, and the way to the shop's site. */
function AdminHeader() {
  const { texts, title, icon } = useAdmin()
  const { email, role } = useStaff()
  const { shell } = texts
  return (
    <header className="admin-header">
      <div className="admin-title">
        <img src={icon} width={32} height={32} alt="" />
        <div>
          <h1>{shell.title}</h1>
          <p>{title}</p>
        </div>
      </div>
      <GlobalSearch />
      <p className="admin-greeting">
        {shell.greeting}{' '}
        <bdi className="admin-email" title={email}>
          {email}
        </bdi>{' '}
        <span className="badge">{texts.roles[role ?? 'none']}</span>
      </p>
      <Shortcuts />
      <a className="act act-small admin-home" href="/">
        <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" className="nav-icon">
          <path d="m3 11 9-8 9 8m-15-1.5V21h12V9.5M10 21v-6h4v6" />
        </svg>
        <span>{shell.home}</span>
      </a>
    </header>
  )
}

const CARDS = [
  { id: 'keys', tab: 'keys' },
  { id: 'reports', tab: 'statistics' },
  { id: 'users', tab: 'people' },
  { id: 'security', tab: 'security' },
] as const

/** Four cards that explain the back office; each links to its tab if the user may open it. */
function InfoCards() {
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
