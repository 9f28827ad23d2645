import { INVOICE_FILE_ID_CHARS, NOTE_MAX } from '#shared/constants.ts'
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
import { ORDERS, type StaffOrderReply, resendMailAsStaff, addNote } from './order-calls.ts'
import { OrderEvidence } from './order-evidence.tsx'
import { OrderFigures } from './order-figures.tsx'
import { OrderKeyList, OrderMailList } from './order-delivery.tsx'
import { OrderFileList } from './order-files.tsx'
import { OrderBadges } from './order-badges.tsx'
import { UNDECIDED, useOrders } from './use-orders.ts'
import { Button, DialogButton } from '#web/admin/button.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { ClaimModal } from './claim-modal.tsx'
import { RefundDueModal } from './refund-due-modal.tsx'
import { useOrderAction } from './use-order-action.ts'
import { DateTime } from '#web/admin/date-time.tsx'
import { useState } from 'react'
import { TextArea } from '#web/admin/text-field.tsx'
import { Form, SubmitButton } from '#web/admin/form.tsx'

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

/** The actions available on any order, limited by its status and the user's role. */
function OrderActions({ order }: { readonly order: OrderDetail }) {
  const { orders: words, claims } = useAdmin().texts
  const may = useMay()
  const runAction = useOrderAction()
  // an order that waits for a decision is refunded by its decision card
  const isRefundable = order.status !== 'refunded' && order.transfers.length > 0 && !isUndecided(order)
  const canRefund = may('orders.decide') && isRefundable
  return (
    <div className="row">
      {may('orders.decide') ? (
        <DialogButton dialog={(close) => <ClaimModal order={order} onClose={close} />}>
          {claims.title}
        </DialogButton>
      ) : null}
      {canRefund ? (
        <DialogButton dialog={(close) => <RefundDueModal order={order} onClose={close} />}>
          {words.refundDue}
        </DialogButton>
      ) : null}
      {order.mails.length > 0 && may('orders.resend') ? (
        <Button onClick={() => runAction(resendMailAsStaff(order.id), words.resent)}>{words.resend}</Button>
      ) : null}
    </div>
  )
}

/** Shows an order's events, oldest first, with who caused each. */
function OrderTimeline({ order }: { readonly order: OrderDetail }) {
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

/** The staff's notes about an order; buyers never see them. */
function OrderNotes({ order }: { readonly order: OrderDetail }) {
  const words = useAdmin().texts.orders
  const may = useMay()
  return (
    <Card id="order-notes" title={words.notes}>
      {order.notes.length === 0 ? <p className="lead">{words.noNotes}</p> : null}
      <ul className="lines">
        {order.notes.map(({ at, by, note }) => (
          <li key={`${at} ${note}`}>
            <span className="note-text">{note}</span>
            <small>
              <bdi>{by}</bdi> <DateTime at={at} />
            </small>
          </li>
        ))}
      </ul>
      {may('orders.note') ? <NoteForm id={order.id} /> : null}
    </Card>
  )
}

function NoteForm({ id }: { readonly id: string }) {
  const words = useAdmin().texts.orders
  const runAction = useOrderAction()
  const [note, setNote] = useState('')
  const add = async () => {
    if (note.trim() === '') return
    if (await runAction(addNote(id, note.trim()), words.noted)) setNote('')
  }
  return (
    <Form onSend={add}>
      <TextArea label={words.note} rows={3} maxLength={NOTE_MAX} value={note} onType={setNote} />
      <SubmitButton look={undefined}>{words.addNote}</SubmitButton>
    </Form>
  )
}
