import type { ReactNode } from 'react'
import type { FirstDayList, FirstDayStepId } from '#shared/first-day-api.ts'
import { railOf } from '#shared/rails.ts'
import { fill, formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Badge } from '#web/admin/badge.tsx'
import { networkLabel } from '#web/admin/orders/network-label.ts'

/** What is missing for a step, where it has parts. */
export function FirstDayFacts({ id, list }: { readonly id: FirstDayStepId; readonly list: FirstDayList }) {
  const { texts, language, editionName } = useAdmin()
  const words = texts.firstDay
  const count = (value: number) => formatCount(language, value)
  switch (id) {
    case 'nodes':
      return (
        <ul className="lines">
          {list.rails.map(({ network, reason }) => (
            <Fact key={network} label={<bdi>{networkLabel(railOf(network))}</bdi>} isDone={reason === null}>
              {reason === null ? texts.settings.available : texts.settings.reasons[reason]}
            </Fact>
          ))}
        </ul>
      )
    case 'keys':
      return (
        <ul className="lines">
          {list.editions.map(({ edition, keys }) => (
            <Fact key={edition} label={editionName(edition)} isDone={keys > 0}>
              {fill(words.editionKeys, { count: count(keys) })}
            </Fact>
          ))}
        </ul>
      )
    case 'second-factor':
      return <p>{fill(words.noFactor, { count: count(list.ownersWithoutFactor ?? 0) })}</p>
    case 'backup': {
      const { lastAt, verifiedAt } = list.backups
      return (
        <ul className="lines">
          <Fact label={words.made} isDone={lastAt !== null} />
          <Fact label={words.tried} isDone={verifiedAt !== null} />
        </ul>
      )
    }
    case 'mails':
    case 'test-order':
    case 'real-order':
      return null
  }
}

interface FactProps {
  readonly label: ReactNode
  readonly isDone: boolean
  /** The words of the state; by default those of a step. */
  readonly children?: ReactNode
}

function Fact({ label, isDone, children }: FactProps) {
  const { states } = useAdmin().texts.firstDay
  return (
    <li>
      <span>{label}</span>
      <Badge isGood={isDone}>{children ?? (isDone ? states.done : states.open)}</Badge>
    </li>
  )
}
