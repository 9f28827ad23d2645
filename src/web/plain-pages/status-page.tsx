import type { ReactNode } from 'react'
import type { PageFacts } from '#shared/page-facts.ts'
import type { StatusFacts } from '#shared/plain-facts.ts'
import { railOf } from '#shared/rails.ts'
import { fill } from '#texts/format.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { coinName, networkName } from '#web/payment/coin-names.ts'
import { Fact } from '#web/payment/fact.tsx'
import { PlainPage } from './plain-page.tsx'
import { utcMoment } from './utc-moment.ts'

/** `/status`: whether orders are taken, by which rails, and whether mails are on time. */
export function StatusPage({ facts, status }: { readonly facts: PageFacts; readonly status: StatusFacts }) {
  const { language } = facts
  const texts = plainTextsOf(language).status
  const { checkout } = siteTextsOf(language)
  const said = { selling: texts.selling, 'sold-out': texts.soldOut, closed: texts.closed }[status.shop]
  return (
    <PlainPage facts={facts} title={texts.title}>
      <div className="plain-shop-state">
        <p>
          <Sign isGood={status.shop === 'selling'}>{said}</Sign>
        </p>
        {status.shop === 'closed' ? <p>{texts.closedLead}</p> : null}
      </div>
      <h2>{texts.rails}</h2>
      <dl className="plain-status">
        {status.rails.map(({ network, available, reason }) => (
          <Fact
            key={network}
            label={`${coinName(checkout, railOf(network).coin)} · ${networkName(checkout, network)}`}
          >
            <Sign isGood={available}>{available ? texts.open : checkout.rail[reason ?? 'unknown']}</Sign>
          </Fact>
        ))}
      </dl>
      <h2>{texts.mail}</h2>
      <p>
        <Sign isGood={!status.isMailDelayed}>
          {status.isMailDelayed ? texts.mailDelayed : texts.mailOnTime}
        </Sign>
      </p>
      <p className="lead">
        <time dateTime={status.readAt}>
          {fill(texts.readAt, { time: utcMoment(language, status.readAt) })}
        </time>
      </p>
    </PlainPage>
  )
}

function Sign({ isGood, children }: { readonly isGood: boolean; readonly children: ReactNode }) {
  return <span className={`plain-sign plain-sign-${isGood ? 'good' : 'bad'}`}>{children}</span>
}
