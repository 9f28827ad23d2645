import type { OrderRow } from '#shared/orders-api.ts'
import type { PaymentStatus } from '#shared/payment-status.ts'
import { formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'

const TONES: Readonly<Record<PaymentStatus, string>> = {
  pending: 'used',
  partial: 'held',
  detected: 'held',
  confirmed: 'available',
  expired: 'used',
  review: 'retired',
  invalid: 'retired',
  refunded: 'used',
}

interface OrderBadgesProps {
  readonly order: Pick<OrderRow, 'status' | 'flags' | 'simulated'>
  /** On one line: of the flags the first and how many more; not the simulation, which every order of a demo is. */
  readonly isShort?: boolean
}

/** Shows an order's status and flags, and whether it is simulated. */
export function OrderBadges({ order, isShort = false }: OrderBadgesProps) {
  const { texts, language } = useAdmin()
  const { orders } = texts
  const flags = isShort ? order.flags.slice(0, 1) : order.flags
  const others = order.flags.slice(flags.length)
  return (
    <span className="badges">
      <span className={`badge badge-${TONES[order.status]}`}>{orders.statuses[order.status]}</span>
      {flags.map((flag) => (
        <span key={flag} className="badge badge-held">
          {orders.flags[flag]}
        </span>
      ))}
      {others.length === 0 ? null : (
        <span className="badge" title={others.map((flag) => orders.flags[flag]).join(', ')}>
          {`+${formatCount(language, others.length)}`}
        </span>
      )}
      {order.simulated && !isShort ? <span className="badge">{orders.simulated}</span> : null}
    </span>
  )
}
