import { Suspense, useState, type ComponentType } from 'react'
import { cents, centsFromNumber } from '#shared/money.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { FillText } from '#web/ui/fill-text.tsx'
import { takeStoredIntent } from '#web/payment/order-intent.ts'
import type { CheckoutDialogProps } from '#web/payment/checkout-dialog-props.ts'
import { PaymentStatusNote } from '#web/payment/payment-status-note.tsx'
import { panelLabel } from '#web/payment/explain-payment.ts'
import { useSecondsLeft } from '#web/payment/use-clock.ts'
import { useOrderContext } from '#web/payment/order-context.ts'
import { Moment } from './moment.tsx'
import { OrderTopUp } from './order-top-up.tsx'
import { topUpDeadline } from './top-up-deadline.ts'

// The dialog was requested while the live chat was loaded, and the page has been reloaded since.
const storedIntent = takeStoredIntent()

interface OrderStateProps {
  readonly payment: PaymentView
  /** The e-mail is erased, so later payments cannot be announced; the page says so elsewhere. */
  readonly isErased: boolean
  /** The buyer has withdrawn from the contract. */
  readonly isWithdrawn: boolean
  readonly CheckoutDialog: ComponentType<CheckoutDialogProps>
}

/** Explains an order's state, and what the buyer can do about it. */
export function OrderState({ payment, isErased, isWithdrawn, CheckoutDialog }: OrderStateProps) {
  const { texts: checkoutTexts } = usePaymentContext()
  const { texts, words } = useOrderContext()
  const [isPaying, setIsPaying] = useState(storedIntent?.paymentId === payment.id)
  const isWindowOver = useSecondsLeft(payment.expiresAt) === 0
  const label = panelLabel(payment.status)
  return (
    <section className="order-state">
      {label === null ? null : (
        <p className={`pay-label pay-label-${label}`}>{checkoutTexts.panel.label[label]}</p>
      )}
      <div role="status">
        {isWithdrawn ? (
          <p>{words.withdrawn}</p>
        ) : (
          <PaymentStatusNote payment={payment} isWindowOver={isWindowOver} />
        )}
      </div>
      {isErased || isWithdrawn ? null : <LateNote payment={payment} isWindowOver={isWindowOver} />}
      {payment.status === 'partial' ? <OrderTopUp payment={payment} /> : null}
      {payment.status === 'pending' && !isWindowOver ? (
        <div className="order-pay">
          <p>{texts.waiting}</p>
          <button
            type="button"
            className="button"
            onClick={() => {
              setIsPaying(true)
            }}
          >
            {texts.continuePayment}
          </button>
        </div>
      ) : null}
      {isPaying ? (
        <PayNow
          payment={payment}
          CheckoutDialog={CheckoutDialog}
          onClosed={() => {
            setIsPaying(false)
          }}
        />
      ) : null}
    </section>
  )
}

/** Until when late payments are accepted automatically, and whether one was. */
function LateNote({
  payment,
  isWindowOver,
}: {
  readonly payment: PaymentView
  readonly isWindowOver: boolean
}) {
  const { texts } = usePaymentContext()
  const { words } = useOrderContext()
  const until = topUpDeadline(payment)
  const left = useSecondsLeft(until)
  if (payment.status === 'confirmed' && payment.flags.includes('late')) return <p>{texts.note.late}</p>
  const isOver = payment.status === 'expired' || (payment.status === 'pending' && isWindowOver)
  if (!isOver) return null
  if (left === 0) return <p>{words.late.over}</p>
  return (
    <p>
      <FillText text={words.late.counts} values={{ time: <Moment at={until} /> }} />
    </p>
  )
}

interface PayNowProps extends Pick<OrderStateProps, 'payment' | 'CheckoutDialog'> {
  readonly onClosed: () => void
}

function PayNow({ payment, CheckoutDialog, onClosed }: PayNowProps) {
  const { language, texts, editionName, supportEmail, bitcoinNetwork } = usePaymentContext()
  const { id: paymentId, edition, quantity } = payment
  const totalCents = centsFromNumber(payment.priceUSD) ?? 0
  return (
    <Suspense>
      <CheckoutDialog
        edition={edition}
        editionName={editionName}
        quantity={quantity}
        unitPriceCents={cents(Math.round(totalCents / quantity))}
        language={language}
        texts={texts}
        supportEmail={supportEmail}
        bitcoinNetwork={bitcoinNetwork}
        resume={{ paymentId, edition, quantity, step: 'payment' }}
        onClosed={onClosed}
      />
    </Suspense>
  )
}
