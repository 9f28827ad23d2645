import type { OverviewReply, WaitingKind } from '#shared/overview-api.ts'
import { cents } from '#shared/money.ts'
import { EmptyState } from '#web/admin/empty-state.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { locationHash } from '#web/admin/admin-location.ts'
import { Ago } from '#web/admin/ago.tsx'
import { FillText } from '#web/ui/fill-text.tsx'
import { fill, formatPrice, plural } from '#texts/format.ts'

const PLACES: Readonly<Record<WaitingKind, Parameters<typeof locationHash>[0]>> = {
  review: { tab: 'exceptions' },
  held_back: { tab: 'exceptions' },
  refunds: { tab: 'refunds' },
  awaiting_keys: { tab: 'orders', filters: { flag: 'awaiting_keys' } },
  lost_payments: { tab: 'settings' },
  alerts: { tab: 'exceptions' },
}

/** Lists what waits for a person, with its age, its value and a link to it. */
export function WaitingList({ waiting }: Pick<OverviewReply, 'waiting'>) {
  const { texts, language, currency } = useAdmin()
  const words = texts.overview
  return (
    <Card id="overview-waiting" title={words.waiting} level={2}>
      {waiting.length === 0 ? <EmptyState isLine text={words.nothing} /> : null}
      <ul className="waiting-list">
        {waiting.map(({ kind, count, oldestAt, cents: price }) => (
          <li key={kind}>
            <a href={locationHash(PLACES[kind])}>{plural(language, words.kinds[kind], count)}</a>
            <span className="lead">
              <FillText text={words.oldest} values={{ age: <Ago at={oldestAt} /> }} />
              {price === null ? null : (
                <> · {fill(words.worth, { price: formatPrice(language, cents(price), currency) })}</>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
