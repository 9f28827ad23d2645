import { lazy, Suspense, useState } from 'react'
import { cents, centsFromNumber } from '#shared/money.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { FillText } from '#web/checkout/fill-text.tsx'
import { takeIntent } from '#web/checkout/order-afresh.ts'
import { PaymentStatusNote } from '#web/checkout/payment-status-note.tsx'
import { panelLabel } from '#web/checkout/payment-story.ts'
import { useSecondsLeft } from '#web/checkout/use-clock.ts'
import { useBuyer } from './buyer-context.ts'
import { Moment } from './moment.tsx'
import { OrderTopUp } from './order-top-up.tsx'
import { topUpUntil } from './top-up-until.ts'

const CheckoutDialog = lazy(async () => {
  const module = await import('#web/checkout/checkout-dialog.tsx')
  return { default: module.CheckoutDialog }
})

// The dialog was wanted where the live chat stood on the page, which has then been fetched anew.
const wanted = takeIntent()

interface OrderStateProps {
  readonly payment: PaymentView
  /** Then nobody can be written to about money that still comes; the page says so elsewhere. */
  readonly isErased: boolean
}

/** What an order's state means, and what the buyer can do about it. */
export function OrderState({ payment, isErased }: OrderStateProps) {
  const { texts: checkoutTexts } = useCheckout()
  const { texts } = useBuyer()
  const [isPaying, setIsPaying] = useState(wanted?.paymentId === payment.id)
  const isWindowOver = useSecondsLeft(payment.expiresAt) === 0
  const label = panelLabel(payment.status)
  return (
    <section className="order-state">
      {label === null ? null : (
        <p className={`pay-label pay-label-${label}`}>{checkoutTexts.panel.label[label]}</p>
      )}
      <div role="status">
        <PaymentStatusNote payment={payment} isWindowOver={isWindowOver} />
      </div>
      {isErased ? null : <LateNote payment={payment} isWindowOver={isWindowOver} />}
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
          onClosed={() => {
            setIsPaying(false)
          }}
        />
      ) : null}
    </section>
  )
}

/** Until when late money still counts by itself, and that money which came late did. */
function LateNote({
  payment,
  isWindowOver,
}: {
  readonly payment: PaymentView
  readonly isWindowOver: boolean
}) {
  const { texts } = useCheckout()
  const { words } = useBuyer()
  const until = topUpUntil(payment)
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

interface PayNowProps {
  readonly payment: PaymentView
  readonly onClosed: () => void
}

function PayNow({ payment, onClosed }: PayNowProps) {
  const { language, texts, editionName, supportEmail, bitcoinNetwork } = useCheckout()
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
