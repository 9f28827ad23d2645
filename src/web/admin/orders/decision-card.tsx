import { cents } from '#shared/money.ts'
import { chainName } from '#shared/chain-name.ts'
import type { ValuedMoney } from '#shared/arrived-money.ts'
import type { OrderDetail } from '#shared/orders-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { DialogButton } from '#web/admin/button.tsx'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { DateTime } from '#web/admin/date-time.tsx'
import { InlineCode } from '#web/admin/inline-code.tsx'
import { useMay } from '#web/admin/staff-context.ts'
import { fill, formatPrice, plural } from '#texts/format.ts'
import { describeCase, moneyText } from './describe-case.ts'
import { acceptOrder } from './order-calls.ts'
import { RefundDueModal } from './refund-due-modal.tsx'
import { useOrderAction } from './use-order-action.ts'
import { worthNow } from './worth-of.ts'

/** Whether a person decides about an order: it is in review, or paid and held back. */
export function isUndecided({ status, unagreedSince, limitedSince }: OrderDetail): boolean {
  return status === 'review' || (status === 'detected' && (unagreedSince ?? limitedSince) !== null)
}

interface DecisionCardProps {
  readonly order: OrderDetail
  /** A decision was made. */
  readonly onDecided: () => void
}

/** Says what happened to an order that waits for a person, what came is worth, and what follows from each of the two decisions. */
export function DecisionCard({ order, onDecided }: DecisionCardProps) {
  const { texts, language } = useAdmin()
  const { decisions, orders: words } = texts
  const may = useMay()
  const runAction = useOrderAction()
  const accepted = fill(plural(language, decisions.acceptMeans, order.quantity), {
    price: formatPrice(language, cents(order.priceCents), order.currency),
  })
  const acceptMeans = order.deliveredAt === null ? accepted : decisions.acceptDelivered
  const accept = async () => {
    if (await runAction(acceptOrder(order.id), words.accepted)) onDecided()
  }
  return (
    <Card id="order-decision" title={decisions.title}>
      <p>{describeCase(order, texts)}</p>
      {order.worth.length === 0 ? null : <WorthTable order={order} />}
      {may('orders.decide') ? (
        <div className="two-columns">
          <div className="choice-card">
            <p>{acceptMeans}</p>
            <AcceptWorth order={order} />
            <ConfirmButton
              confirm={{
                title: words.acceptTitle,
                question: `${describeCase(order, texts)} ${acceptMeans}`,
                action: words.accept,
                onConfirm: accept,
              }}
            >
              {words.accept}
            </ConfirmButton>
          </div>
          {order.transfers.length > 0 ? (
            <div className="choice-card">
              <p>{decisions.refundMeans}</p>
              <RefundWorth order={order} />
              <DialogButton
                dialog={(close) => <RefundDueModal order={order} onClose={close} onDone={onDecided} />}
              >
                {words.refundDue}
              </DialogButton>
            </div>
          ) : null}
        </div>
      ) : (
        <p className="lead">{decisions.notYours}</p>
      )}
    </Card>
  )
}

/** What came, and its value when it came and now. */
function WorthTable({ order: { worth, currency } }: { readonly order: OrderDetail }) {
  const { texts, language } = useAdmin()
  const { decisions, orders: words } = texts
  const price = (value: number | null) =>
    value === null ? (
      <span className="lead">{decisions.worthUnknown}</span>
    ) : (
      formatPrice(language, cents(value), currency)
    )
  const columns: readonly Column<ValuedMoney>[] = [
    {
      label: words.received,
      as: 'title',
      cell: ({ amount, asset, chain }) => (
        <InlineCode>{`${amount} ${asset} (${chainName(chain)})`}</InlineCode>
      ),
    },
    { label: words.seen, cell: ({ seenAt }) => <DateTime at={seenAt} /> },
    { label: decisions.worthThen, as: 'number', cell: ({ thenCents }) => price(thenCents) },
    { label: decisions.worthNow, as: 'number', cell: ({ nowCents }) => price(nowCents) },
  ]
  return (
    <DataTable
      caption={words.received}
      columns={columns}
      rows={worth}
      keyOf={({ chain, asset }) => `${chain} ${asset}`}
    />
  )
}

/** What is gained or lost if what came counts as the price. */
function AcceptWorth({ order: { worth, priceCents, currency } }: { readonly order: OrderDetail }) {
  const { texts, language } = useAdmin()
  const { decisions } = texts
  if (worth.length === 0) return null
  const now = worthNow(worth)
  if (now === null) return <p className="note note-warn">{decisions.noRate}</p>
  const price = (value: number) => formatPrice(language, cents(value), currency)
  const said =
    now === priceCents ? decisions.worthSame : now > priceCents ? decisions.worthMore : decisions.worthLess
  return <p>{fill(said, { now: price(now), difference: price(Math.abs(now - priceCents)) })}</p>
}

/** What the shop then owes. */
function RefundWorth({ order: { worth, currency } }: { readonly order: OrderDetail }) {
  const { texts, language } = useAdmin()
  const { decisions } = texts
  const now = worthNow(worth)
  if (worth.length === 0) return null
  const money = moneyText(worth, decisions.nothing)
  return (
    <p>
      {now === null
        ? fill(decisions.refundOwes, { money })
        : fill(decisions.refundWorth, { money, now: formatPrice(language, cents(now), currency) })}
    </p>
  )
}
