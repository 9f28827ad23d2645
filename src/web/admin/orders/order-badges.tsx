import type { OrderRow } from '#shared/orders-api.ts'
import type { PaymentStatus } from '#shared/payment-status.ts'
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
  /** Omits the simulation badge: in a demo's list every order would carry it. */
  readonly isShort?: boolean
}

/** Shows an order's status and flags, and whether it is simulated. */
export function OrderBadges({ order, isShort = false }: OrderBadgesProps) {
  const { orders } = useAdmin().texts
  return (
    <span className="badges">
      <span className={`badge badge-${TONES[order.status]}`}>{orders.statuses[order.status]}</span>
      {order.flags.map((flag) => (
        <span key={flag} className="badge badge-held">
          {orders.flags[flag]}
        </span>
      ))}
      {order.simulated && !isShort ? <span className="badge">{orders.simulated}</span> : null}
    </span>
  )
}
