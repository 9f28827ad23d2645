import type { ReactNode } from 'react'
import type { OverviewReply } from '#shared/overview-api.ts'
import { railOf } from '#shared/rails.ts'
import { Card } from '#web/admin/card.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Badge } from '#web/admin/badge.tsx'
import { locationHash } from '#web/admin/admin-location.ts'
import { Ago } from '#web/admin/ago.tsx'
import { networkLabel } from '#web/admin/orders/network-label.ts'
import { formatDuration } from '#texts/format-duration.ts'
import { useMay } from '#web/admin/staff-context.ts'
import { fill, formatCount, plural } from '#texts/format.ts'

/** Mails that wait this long are not merely retried, as in the alert about it. */
const MAIL_IS_LATE_S = 600
const LOW_STOCK_DAYS = 7

/** Shows the stock in days, the ways to pay, mails that wait, and the newest backup. */
export function ShopHealth({ overview }: { readonly overview: OverviewReply }) {
  const { texts } = useAdmin()
  const may = useMay()
  const { stock, rails, mails, backups } = overview
  const settings = may('settings.read') ? locationHash({ tab: 'settings' }) : null
  return (
    <div className="health-cards">
      <HealthCard id="stock" title={texts.overview.stock} href={locationHash({ tab: 'statistics' })}>
        <ul className="lines">
          {stock.map((one) => (
            <Stock key={one.edition} stock={one} />
          ))}
        </ul>
      </HealthCard>
      <HealthCard id="rails" title={texts.settings.rails} href={settings}>
        <Rails rails={rails} />
      </HealthCard>
      <HealthCard id="mails" title={texts.settings.mail} href={settings}>
        <Mails mails={mails} />
      </HealthCard>
      {backups === null ? null : (
        <HealthCard id="backups" title={texts.settings.backups} href={settings}>
          <Backups backups={backups} />
        </HealthCard>
      )}
    </div>
  )
}

interface HealthCardProps {
  readonly id: string
  readonly title: string
  /** Where there is more about it; null if the user may not see that. */
  readonly href: string | null
  readonly children: ReactNode
}

function HealthCard({ id, title, href, children }: HealthCardProps) {
  return (
    <Card id={`overview-${id}`} title={href === null ? title : <a href={href}>{title}</a>} level={2}>
      {children}
    </Card>
  )
}

function Stock({ stock }: { readonly stock: OverviewReply['stock'][number] }) {
  const { texts, language, editionName } = useAdmin()
  const words = texts.overview
  const { edition, free, soldInWeek, daysLeft, isSoldOut, onWaitingList } = stock
  const isLow = isSoldOut || (daysLeft !== null && daysLeft < LOW_STOCK_DAYS)
  const days = daysLeft === null ? words.notSold : plural(language, words.daysLeft, daysLeft)
  return (
    <li>
      <span>{editionName(edition)}</span>
      <Badge isGood={!isLow}>{isSoldOut ? words.soldOut : days}</Badge>
      <small className="lead">
        {fill(words.stockFacts, {
          free: formatCount(language, Math.max(0, free)),
          sold: formatCount(language, soldInWeek),
        })}
        {onWaitingList === 0 ? null : (
          <>
            <br />
            {plural(language, words.onWaitingList, onWaitingList)}
          </>
        )}
      </small>
    </li>
  )
}

function Rails({ rails }: Pick<OverviewReply, 'rails'>) {
  const { settings } = useAdmin().texts
  const shown = rails.filter(({ reason }) => reason !== 'not_configured')
  return (
    <ul className="lines">
      {shown.map(({ network, available, reason }) => (
        <li key={network}>
          <bdi>{networkLabel(railOf(network))}</bdi>
          <Badge isGood={available}>{reason === null ? settings.available : settings.reasons[reason]}</Badge>
        </li>
      ))}
    </ul>
  )
}

function Mails({ mails: { unsent, oldestS } }: Pick<OverviewReply, 'mails'>) {
  const { texts, language } = useAdmin()
  const words = texts.overview
  if (unsent === 0) return <p className="lead">{words.mailsSent}</p>
  return (
    <p>
      <span className={oldestS > MAIL_IS_LATE_S ? 'badge badge-retired' : 'badge'}>
        {plural(language, words.mailsWait, unsent)}
      </span>{' '}
      {oldestS === 0 ? null : (
        <span className="lead">{fill(words.oldest, { age: formatDuration(language, oldestS) })}</span>
      )}
    </p>
  )
}

function Backups({ backups }: { readonly backups: NonNullable<OverviewReply['backups']> }) {
  const { settings, shell } = useAdmin().texts
  const { isScheduled, isOld, lastAt, failure, checkFailure } = backups
  const isFine = isScheduled && !isOld && failure === null && checkFailure === null
  return (
    <>
      <p>
        {settings.lastBackup}
        {shell.colon} <Badge isGood={isFine}>{lastAt === null ? settings.never : <Ago at={lastAt} />}</Badge>
      </p>
      {isScheduled ? null : <p className="lead">{settings.backupNotScheduled}</p>}
      {failure === null ? null : <p className="lead">{settings.backupFailed}</p>}
      {checkFailure === null ? null : <p className="lead">{settings.restoreCheckFailed}</p>}
    </>
  )
}
