import { Suspense, useState, type ComponentType } from 'react'
import { cents, centsFromNumber } from '#shared/money.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { FillText } from '#web/ui/fill-text.tsx'
import { takeStoredIntent } from '#web/payment/order-intent.ts'
import type { CheckoutDialogProps } from '#web/payment/checkout-dialog-props.ts'
import { Deadline, topUpDeadline } from '#web/payment/deadline.tsx'
import { PaymentStatusNote } from '#web/payment/payment-status-note.tsx'
import { explainPayment } from '#web/payment/explain-payment.ts'
import { isPayUrl, leavePayUrl } from '#web/payment/order-url.ts'
import { readStoredPayment } from '#web/payment/stored-payment.ts'
import { useSecondsLeft } from '#web/payment/use-clock.ts'
import { useRail } from '#web/payment/use-payment.ts'
import { isUnread } from '#web/payment/payment-to-send.ts'
import { useOrderContext } from '#web/payment/order-context.ts'
import { Moment } from './moment.tsx'
import { PaymentInstructions } from '#web/payment/payment-instructions.tsx'
import type { OfferedRail } from '#shared/api.ts'
import { verifyPayment } from '#web/api/payments.ts'

// The dialog was requested while the live chat was loaded, and the page has been reloaded since.
const storedIntent = takeStoredIntent()

interface OrderStateProps {
  readonly payment: PaymentView
  /** The e-mail is erased, so later payments cannot be announced; the page says so elsewhere. */
  readonly isErased: boolean
  readonly CheckoutDialog: ComponentType<CheckoutDialogProps>
}

/** Explains an order's state, until when something can be done about it, and what. */
export function OrderState({ payment, isErased, CheckoutDialog }: OrderStateProps) {
  const { texts: checkoutTexts } = usePaymentContext()
  const { texts } = useOrderContext()
  const rail = useRail(payment.cryptoNetwork)
  const isWindowOver = useSecondsLeft(payment.expiresAt) === 0
  const { label, next } = explainPayment(payment, isWindowOver)
  const isPayable = payment.status === 'pending' && next === 'send'
  const [isPaying, setIsPaying] = useState(
    isPayable && (isPayUrl() || storedIntent?.paymentId === payment.id),
  )
  return (
    <section className="order-state">
      {label === null ? null : (
        <p className={`pay-label pay-label-${label}`}>{checkoutTexts.panel.label[label]}</p>
      )}
      <div role="status">
        <PaymentStatusNote payment={payment} isWindowOver={isWindowOver} isUnread={isUnread(rail)} />
      </div>
      {isErased || payment.isWithdrawn ? null : <LateNote payment={payment} isWindowOver={isWindowOver} />}
      {next === 'send' ? <Deadline payment={payment} /> : null}
      {payment.status === 'partial' && next === 'send' ? <OrderTopUp payment={payment} rail={rail} /> : null}
      {isPayable ? (
        <div className="order-foot">
          <button type="button" className="button order-next" onClick={() => setIsPaying(true)}>
            {texts.continuePayment}
          </button>
        </div>
      ) : (
        <Next payment={payment} isWindowOver={isWindowOver} />
      )}
      {isPaying ? (
        <PayNow
          payment={payment}
          CheckoutDialog={CheckoutDialog}
          onClosed={() => {
            leavePayUrl()
            setIsPaying(false)
          }}
        />
      ) : null}
    </section>
  )
}

/** The next step of an order that is not to be paid in the dialog. The keys have a section with a button of their own. */
function Next({ payment, isWindowOver }: { readonly payment: PaymentView; readonly isWindowOver: boolean }) {
  const { texts: checkoutTexts, language } = usePaymentContext()
  const { texts } = useOrderContext()
  switch (explainPayment(payment, isWindowOver).next) {
    case 'keys':
      return null
    case 'send':
      return <CheckNow payment={payment} isQuiet={false} />
    case 'startOver':
      return (
        <>
          <CheckNow payment={payment} isQuiet />
          <a className="button order-next" href={`/?lang=${language}#pre-order`}>
            {checkoutTexts.startOver}
          </a>
        </>
      )
    case 'wait':
      return (
        <a className="button order-next" href={`/?lang=${language}`}>
          {texts.backToShop}
        </a>
      )
  }
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
  const { language, texts, editionName, supportEmail, outputNetworks } = usePaymentContext()
  const { id: paymentId, edition, quantity } = payment
  const [stored] = useState(readStoredPayment)
  const totalCents = centsFromNumber(payment.price, payment.currency) ?? 0
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
        outputNetworks={outputNetworks}
        currency={payment.currency}
        resume={stored?.paymentId === paymentId ? stored : { paymentId, edition, quantity, step: 'payment' }}
        onClosed={onClosed}
      />
    </Suspense>
  )
}

interface OrderTopUpProps {
  readonly payment: PaymentView
  readonly rail: OfferedRail | null
}

/** The rest of a partial payment: how much, to which address, and until when. */
function OrderTopUp({ payment, rail }: OrderTopUpProps) {
  const { texts } = usePaymentContext()
  const { words } = useOrderContext()
  const { panel } = texts
  return (
    <section className="order-top-up" aria-labelledby="order-top-up">
      <h2 id="order-top-up">{words.topUp.title}</h2>
      <PaymentInstructions payment={payment} rail={rail} />
      <p>
        <FillText text={words.topUp.until} values={{ time: <Moment at={topUpDeadline(payment)} /> }} />
      </p>
      <p className="order-quiet">{panel.warnLoss}</p>
    </section>
  )
}

interface CheckNowProps {
  readonly payment: PaymentView
  /** Another step comes first. */
  readonly isQuiet: boolean
}

/** Makes the shop check the chain now, and says if nothing was found; what was found, the page shows by itself. */
function CheckNow({ payment, isQuiet }: CheckNowProps) {
  const words = usePaymentContext().texts.verification
  const { reread } = useOrderContext()
  const [isChecking, setIsChecking] = useState(false)
  const [answer, setAnswer] = useState('')
  const check = async () => {
    setIsChecking(true)
    setAnswer('')
    const outcome = await verifyPayment(payment.id)
    setIsChecking(false)
    if (outcome.kind === 'failed') setAnswer(words.unanswered)
    else if (payment.status !== 'partial' && !outcome.reply.found) setAnswer(words.failed)
    reread()
  }
  return (
    <div className={isQuiet ? 'order-check-now' : 'order-foot'}>
      <p role="status">{isChecking ? words.checking : answer}</p>
      <button
        type="button"
        className={isQuiet ? 'button button-quiet' : 'button order-next'}
        aria-disabled={isChecking}
        onClick={() => {
          if (!isChecking) void check()
        }}
      >
        {words.check}
      </button>
    </div>
  )
}
