import { useEffect, useRef, type ReactNode } from 'react'
import { useAdmin } from './admin-context.ts'
import { AuditTab } from '#web/admin/audit/audit-tab.tsx'
import { AdminHeader } from './admin-header.tsx'
import { BulletinsTab } from '#web/admin/bulletins/bulletins-tab.tsx'
import { WaitingCount } from '#web/admin/orders/waiting-count.tsx'
import { InfoCards } from './info-cards.tsx'
import { IntegrationsTab } from '#web/admin/integrations/integrations-tab.tsx'
import { KeysTab } from '#web/admin/keys/keys-tab.tsx'
import { ExceptionsTab, OrdersTab } from '#web/admin/orders/orders-tab.tsx'
import { ADMIN_TABS, type AdminTabId } from './tab-list.ts'
import { Overview } from '#web/admin/overview/overview.tsx'
import { PeopleTab } from '#web/admin/people/people-tab.tsx'
import { locationHash, useAdminLocation } from './admin-location.ts'
import { OpenRefundCount } from '#web/admin/refunds/open-refund-count.tsx'
import { RefundsTab } from '#web/admin/refunds/refunds-tab.tsx'
import { ConfirmAgain } from '#web/admin/security/confirm-again.tsx'
import { SecondFactorNotice } from '#web/admin/security/second-factor-notice.tsx'
import { SecurityTab } from '#web/admin/security/security-tab.tsx'
import { SettingsTab } from '#web/admin/settings/settings-tab.tsx'
import { StatisticsTab } from '#web/admin/statistics/statistics-tab.tsx'
import { useMay } from './staff-context.ts'

const CONTENTS: Readonly<Record<AdminTabId, () => ReactNode>> = {
  // the key manager stands below the overview, and keeps the focus when one of its tabs is chosen there
  overview: KeysTab,
  keys: KeysTab,
  orders: OrdersTab,
  exceptions: ExceptionsTab,
  refunds: RefundsTab,
  bulletins: BulletinsTab,
  statistics: StatisticsTab,
  people: PeopleTab,
  integrations: IntegrationsTab,
  security: SecurityTab,
  audit: AuditTab,
  settings: SettingsTab,
}

/** The back office for a user with a role: header, cards, tabs. */
export function AdminShell() {
  const { texts } = useAdmin()
  const may = useMay()
  const { tab } = useAdminLocation()
  const allowed = ADMIN_TABS.filter(({ needs }) => needs === null || may(needs))
  const current = allowed.find(({ id }) => id === tab) ?? allowed[0]
  const main = useRef<HTMLElement>(null)
  const nav = useRef<HTMLElement>(null)
  const shown = current?.id ?? 'security'
  const before = useRef(shown)
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    const isFocusInside = main.current?.contains(document.activeElement) === true
    if (before.current !== shown && !isFocusInside) main.current?.focus({ preventScroll: true })
    before.current = shown
  }, [shown])
  const Content = CONTENTS[shown]
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
        {shown === 'overview' || shown === 'keys' ? <InfoCards /> : null}
        <nav ref={nav} className="tab-nav" aria-label={texts.shell.tabs}>
          {allowed.map(({ id }) => (
            <a key={id} href={locationHash({ tab: id })} aria-current={id === shown ? 'page' : undefined}>
              {texts.tabs[id]}
              {id === 'exceptions' ? <WaitingCount /> : null}
              {id === 'refunds' ? <OpenRefundCount /> : null}
            </a>
          ))}
        </nav>
        <main id="admin-content" tabIndex={-1} ref={main}>
          <SecondFactorNotice />
          {shown === 'overview' ? <Overview /> : null}
          <Content />
        </main>
      </div>
      <ConfirmAgain />
    </>
  )
}
