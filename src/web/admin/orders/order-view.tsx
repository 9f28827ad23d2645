import { INVOICE_FILE_ID_CHARS } from '#shared/constants.ts'
import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ReadState } from '#web/admin/read-state.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { locationHash, navigateTo } from '#web/admin/admin-location.ts'
import { Card } from '#web/admin/card.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import { fill, formatCount } from '#texts/format.ts'
import { useRead } from '#web/admin/use-read.ts'
import { RefundTable } from '#web/admin/refunds/refund-table.tsx'
import { DecisionCard, isUndecided } from './decision-card.tsx'
import { OrderActions } from './order-actions.tsx'
import { ORDERS, type StaffOrderReply } from './order-calls.ts'
import { OrderEvidence } from './order-evidence.tsx'
import { OrderFigures } from './order-figures.tsx'
import { OrderKeyList, OrderMailList } from './order-delivery.tsx'
import { OrderFileList } from './order-files.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderBadges } from './order-badges.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { UNDECIDED, useOrders } from './use-orders.ts'

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
      <div className="row queue-row">
        <a href={locationHash({ tab: from })}>{words.back}</a>
        {from === 'exceptions' ? <QueuePosition id={id} /> : null}
      </div>
      <h2 id="order-title" className="tab-title">
        {words.one.split('{id}')[0]}
        <InlineCode>{id.slice(0, INVOICE_FILE_ID_CHARS)}</InlineCode>
        {words.one.split('{id}')[1]}
      </h2>
      <ReadState query={order} failed={words.failedOne} lines={10} />
      {order.data === undefined ? null : <OrderContent order={order.data.order} from={from} />}
    </section>
  )
}

/** How many orders wait after this one, and a link to the next one. */
function QueuePosition({ id }: { readonly id: string }) {
  const { texts, language } = useAdmin()
  const others = useOthersUndecided(id)
  const [next] = others
  if (next === undefined) return null
  return (
    <>
      <span className="lead">{fill(texts.queue.left, { count: formatCount(language, others.length) })}</span>
      <a href={locationHash({ tab: 'exceptions', rest: [next] })}>{texts.queue.skip}</a>
    </>
  )
}

/** The ids of the undecided orders but for one, beginning with the one that follows it. */
function useOthersUndecided(id: string): readonly string[] {
  const pages = useOrders(UNDECIDED).data?.pages ?? []
  const ids = pages.flatMap((page) => page.orders.map((one) => one.id))
  const at = ids.indexOf(id)
  return [...ids.slice(at + 1), ...ids.slice(0, Math.max(0, at))]
}

interface OrderContentProps extends Pick<OrderViewProps, 'from'> {
  readonly order: OrderDetail
}

/** After a decision, the queue goes on with the next order. */
function QueuedDecision({ order }: Pick<OrderContentProps, 'order'>) {
  const { queue } = useAdmin().texts
  const showToast = useToast()
  const [next] = useOthersUndecided(order.id)
  const goOn = () => {
    if (next === undefined) showToast('info', queue.finished)
    navigateTo({ tab: 'exceptions', rest: next === undefined ? [] : [next] })
  }
  return <DecisionCard order={order} onDecided={goOn} />
}

function OrderContent({ order, from }: OrderContentProps) {
  const { texts } = useAdmin()
  return (
    <>
      <OrderBadges order={order} />
      {!isUndecided(order) ? null : from === 'exceptions' ? (
        <QueuedDecision order={order} />
      ) : (
        <DecisionCard order={order} onDecided={() => undefined} />
      )}
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
      <OrderFileList order={order} />
      <OrderNotes order={order} />
    </>
  )
}
