import { useEffect, useRef, type ReactNode } from 'react'
import { useAdmin } from './admin-context.ts'
import { AuditPart } from './audit/audit-part.tsx'
import { DeskHeader } from './desk-header.tsx'
import { WaitingCount } from './orders/waiting-count.tsx'
import { InfoCards } from './info-cards.tsx'
import { KeysPart } from './keys/keys-part.tsx'
import { ExceptionsPart, OrdersPart } from './orders/orders-part.tsx'
import { PARTS, type PartId } from './parts.ts'
import { PeoplePart } from './people/people-part.tsx'
import { hashOf, usePlace } from './place.ts'
import { RefundsPart } from './refunds/refunds-part.tsx'
import { SecurityPart } from './security/security-part.tsx'
import { SettingsPart } from './settings/settings-part.tsx'
import { StatisticsPart } from './statistics/statistics-part.tsx'
import { useMay } from './staff-context.ts'

const CONTENTS: Readonly<Record<PartId, () => ReactNode>> = {
  keys: KeysPart,
  orders: OrdersPart,
  exceptions: ExceptionsPart,
  refunds: RefundsPart,
  statistics: StatisticsPart,
  people: PeoplePart,
  security: SecurityPart,
  audit: AuditPart,
  settings: SettingsPart,
}

/** The back office for who has a role: header, cards, parts. */
export function Desk() {
  const { texts } = useAdmin()
  const may = useMay()
  const { part } = usePlace()
  const allowed = PARTS.filter(({ needs }) => needs === null || may(needs))
  const current = allowed.find(({ id }) => id === part) ?? allowed[0]
  const main = useRef<HTMLElement>(null)
  const nav = useRef<HTMLElement>(null)
  const shown = current?.id ?? 'security'
  const before = useRef(shown)
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    if (before.current !== shown) main.current?.focus({ preventScroll: true })
    before.current = shown
  }, [shown])
  const Content = CONTENTS[shown]
  return (
    <>
      <a
        className="skip"
        href="#desk"
        onClick={(event) => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {texts.shell.skip}
      </a>
      <DeskHeader />
      <div className="desk">
        {shown === PARTS[0].id ? <InfoCards /> : null}
        <nav ref={nav} className="part-nav" aria-label={texts.shell.parts}>
          {allowed.map(({ id }) => (
            <a key={id} href={hashOf({ part: id })} aria-current={id === shown ? 'page' : undefined}>
              {texts.parts[id]}
              {id === 'exceptions' ? <WaitingCount /> : null}
            </a>
          ))}
        </nav>
        <main id="desk" tabIndex={-1} ref={main}>
          <Content />
        </main>
      </div>
    </>
  )
}
