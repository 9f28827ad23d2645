import { bulletinWordsIn, isRefunding, type BulletinRow } from '#shared/bulletins-api.ts'
import { fill, formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { locationHash } from '#web/admin/admin-location.ts'
import { DateTime } from '#web/admin/date-time.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { ActionButton } from '#web/admin/action-button.tsx'
import { useBulletinChange } from './use-bulletin-change.ts'

const BADGES = {
  draft: 'badge-held',
  sending: 'badge-held',
  stopped: 'badge-retired',
  sent: 'badge-available',
} as const

export function BulletinBadge({ state }: Pick<BulletinRow, 'state'>) {
  const words = useAdmin().texts.bulletins
  return <span className={`badge ${BADGES[state]}`}>{words.states[state]}</span>
}

/** How many mails were sent; nothing for a draft. */
export function ProgressLine({ bulletin: { progress } }: { readonly bulletin: BulletinRow }) {
  const { texts, language } = useAdmin()
  if (progress === null) return null
  const [sent, total] = [progress.sent, progress.total].map((count) => formatCount(language, count))
  return <span>{fill(texts.bulletins.progress, { sent: sent ?? '', total: total ?? '' })}</span>
}

/** How far an announcement is, what needs a person, and the buttons that stop it and go on. */
export function BulletinProgressView({ bulletin }: { readonly bulletin: BulletinRow }) {
  const { texts, language, languages } = useAdmin()
  const words = texts.bulletins
  const change = useBulletinChange()
  const { id, state, progress } = bulletin
  if (progress === null) return null
  const name = bulletinWordsIn(bulletin.texts, language, languages).subject
  const count = (text: string, value: number) => fill(text, { count: formatCount(language, value) })
  const lines = [
    progress.failing > 0 ? count(words.failing, progress.failing) : null,
    progress.leftOut > 0 ? count(words.leftOut, progress.leftOut) : null,
    isRefunding(bulletin.kind) ? count(words.refundsRequested, progress.refundsRequested) : null,
    progress.refundsAlready > 0 ? count(words.refundsAlready, progress.refundsAlready) : null,
  ]
  return (
    <div className="stack">
      <h3>
        <bdi>{name}</bdi> <BulletinBadge state={state} />
      </h3>
      <p className="lead">
        {words.kinds[bulletin.kind]} · {words.startedAt} <DateTime at={bulletin.startedAt} /> ·{' '}
        {words.startedBy} <bdi>{bulletin.startedBy}</bdi>
      </p>
      <div role="status" className="stack">
        <ProgressLine bulletin={bulletin} />
        {lines.map((line) => (line === null ? null : <span key={line}>{line}</span>))}
      </div>
      <progress max={progress.total} value={progress.sent} aria-label={words.state} />
      {progress.refusals.length === 0 ? null : (
        <div className="note note-warn stack">
          <p>{words.refusals}</p>
          <ul>
            {progress.refusals.map(({ orderId, code }) => (
              <li key={orderId}>
                <a href={locationHash({ tab: 'orders', rest: [orderId] })}>
                  <InlineCode>{orderId}</InlineCode>
                </a>{' '}
                {(texts.errors as Readonly<Record<string, string>>)[code] ?? code}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="row">
        {state === 'sending' ? (
          <ActionButton
            label={words.stop}
            name={name}
            question={words.stopQuestion}
            isDangerous
            onAct={() => change({ action: 'stop', id }, words.states.stopped, { action: 'resume', id })}
          />
        ) : null}
        {state === 'stopped' ? (
          <ActionButton
            label={words.resume}
            name={name}
            onAct={() => change({ action: 'resume', id }, words.started)}
          />
        ) : null}
      </div>
    </div>
  )
}
