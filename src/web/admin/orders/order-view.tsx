import { INVOICE_FILE_ID_CHARS } from '#shared/constants.ts'
import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ReadState } from '#web/admin/read-state.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { locationHash } from '#web/admin/admin-location.ts'
import { Card } from '#web/admin/card.tsx'
import { useRead } from '#web/admin/use-read.ts'
import { RefundTable } from '#web/admin/refunds/refund-table.tsx'
import { DecisionCard, isUndecided } from './decision-card.tsx'
import { OrderActions } from './order-actions.tsx'
import { ORDERS, type StaffOrderReply } from './order-calls.ts'
import { OrderEvidence } from './order-evidence.tsx'
import { OrderFigures } from './order-figures.tsx'
import { OrderKeyList, OrderMailList } from './order-delivery.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderBadges } from './order-badges.tsx'
import { OrderTimeline } from './order-timeline.tsx'

const POLL_EVERY_MS = 15_000

interface OrderViewProps {
  readonly id: string
  /** The list from which the order was opened. */
  readonly from: 'orders' | 'exceptions'
}

/** Shows everything about one order; reloads it while it is open. */
export function OrderView({ id, from }: OrderViewProps) {
  const { texts } = useAdmin()
  const words = texts.orders
  const order = useRead<StaffOrderReply>(['order', id], `${ORDERS}/${encodeURIComponent(id)}`, {
    refetchInterval: POLL_EVERY_MS,
  })
  return (
    <section className="tab-content stack" aria-labelledby="order-title">
      <p>
        <a href={locationHash({ tab: from })}>{words.back}</a>
      </p>
      <h2 id="order-title" className="tab-title">
        {words.one.split('{id}')[0]}
        <InlineCode>{id.slice(0, INVOICE_FILE_ID_CHARS)}</InlineCode>
        {words.one.split('{id}')[1]}
      </h2>
      <ReadState query={order} failed={words.failedOne} lines={10} />
      {order.data === undefined ? null : <OrderContent order={order.data.order} />}
    </section>
  )
}

function OrderContent({ order }: { readonly order: OrderDetail }) {
  const { texts } = useAdmin()
  return (
    <>
      <OrderBadges order={order} />
      {isUndecided(order) ? <DecisionCard order={order} /> : null}
      <OrderActions order={order} />
      <div className="order-columns">
        <OrderFigures order={order} />
        <OrderTimeline order={order} />
      </div>
      <OrderEvidence order={order} />
      {order.refunds.length > 0 ? (
        <Card id="order-refunds" title={texts.refunds.title}>
          <RefundTable rows={order.refunds} />
        </Card>
      ) : null}
      <div className="two-columns">
        <OrderKeyList order={order} />
        <OrderMailList order={order} />
      </div>
      <OrderNotes order={order} />
    </>
  )
}
