import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { fill } from '#texts/format.ts'

/** Shows an order's events, oldest first, with who caused each. */
export function OrderTimeline({ order }: { readonly order: OrderDetail }) {
  const { texts } = useAdmin()
  const words = texts.orders
  const kinds: Readonly<Record<string, string>> = words.events
  const actions: Readonly<Record<string, string>> = texts.audit.actions
  const moments = [
    ...order.events.map(({ at, kind, facts }) => ({
      at,
      what: kinds[kind] ?? kind,
      more: newStatusOf(facts, words.statuses),
      by: null,
    })),
    ...order.decisions.map(({ at, action, by }) => ({ at, what: actions[action] ?? action, more: '', by })),
  ].sort((one, other) => one.at.localeCompare(other.at))
  return (
    <Card id="order-timeline" title={words.timeline}>
      <ol className="timeline">
        {moments.map(({ at, what, more, by }, index) => (
          <li key={`${at} ${String(index)}`}>
            <span>
              {what}
              {more === '' ? null : `${texts.shell.colon} ${more}`}
              {by === null ? null : <small> {fill(words.by, { who: `\u2068${by}\u2069` })}</small>}
            </span>
            <DateTime at={at} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Returns the one fact worth showing: the new status. */
function newStatusOf(
  facts: Readonly<Record<string, unknown>>,
  statuses: Readonly<Record<string, string>>,
): string {
  const status = facts['status'] ?? facts['to']
  return typeof status === 'string' ? (statuses[status] ?? status) : ''
}
