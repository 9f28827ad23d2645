import { useEffect, useEffectEvent, useRef } from 'react'
import type { EditionId } from '#shared/editions.ts'
import type { PaymentStatus } from '#shared/payment-status.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import type { CheckoutOrder } from './checkout-order.ts'
import type { CheckoutState } from './checkout-state.ts'
import { InvoiceScreen } from './invoice-screen.tsx'
import { OrderForm } from './order-form.tsx'
import type { FoundDiscount } from './order-form-state.ts'
import { PaymentPanel } from './payment-panel.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { forgetPayment, storePayment } from '#web/payment/stored-payment.ts'
import type { CheckoutSteps } from './use-checkout-steps.ts'
import { useOrder, useRail } from '#web/payment/use-payment.ts'
import { VerificationScreen } from './verification-screen.tsx'
import { PaymentHelp } from '#web/payment/payment-help.tsx'

interface CheckoutStepProps {
  readonly steps: CheckoutSteps
  readonly edition: EditionId
  readonly order: CheckoutOrder
  /** As typed in the form; null for a resumed payment. */
  readonly email: string | null
  readonly onEmail: (email: string) => void
  /** What a code takes off, told before the order; null without one. */
  readonly onDiscount: (found: FoundDiscount | null) => void
  readonly onClose: () => void
}

/** Renders the current step of the dialog. */
export function CheckoutStep(props: CheckoutStepProps) {
  const { steps, onClose } = props
  const { state, security, send, check } = steps
  const { texts } = usePaymentContext()
  const rail = useRail('payment' in state ? state.payment.cryptoNetwork : null)
  useMoneySeen(state)
  switch (state.step) {
    case 'form':
      return <FormStep {...props} />
    case 'loading':
      return <p role="status">{texts.loading}</p>
    case 'missing':
      return (
        <section>
          <StepHeading>{texts.missing}</StepHeading>
          <button
            type="button"
            className="button pay-button-wide"
            onClick={() => send({ kind: 'startOver' })}
          >
            {texts.startOver}
          </button>
        </section>
      )
    case 'payment':
      return (
        <PaymentPanel
          payment={state.payment}
          rail={rail}
          security={security}
          onSent={() => send({ kind: 'sentIt' })}
          onStartOver={() => {
            forgetPayment(state.payment.id)
            send({ kind: 'startOver' })
          }}
        />
      )
    case 'verification':
      return (
        <VerificationScreen
          payment={state.payment}
          rail={rail}
          check={state.check}
          attempts={state.attempts}
          security={security}
          onCheck={check}
          onBack={() => send({ kind: 'back' })}
          onStartOver={() => {
            forgetPayment(state.payment.id)
            send({ kind: 'startOver' })
          }}
        />
      )
    case 'invoice':
      return <InvoiceStep payment={state.payment} typedEmail={props.email} onClose={onClose} />
    case 'refunded':
      return <RefundedScreen paymentId={state.payment.id} onClose={onClose} />
  }
}

/** Announces that the payment is recorded when its money is first seen while the dialog is open. */
function useMoneySeen(state: CheckoutState): void {
  const { texts, announce } = usePaymentContext()
  const status = 'payment' in state ? state.payment.status : null
  const before = useRef<PaymentStatus | null>(null)
  const announceChange = useEffectEvent((from: PaymentStatus) => {
    if (isPaid(status) && !isPaid(from)) announce(texts.form.recorded)
    // "Nothing is paid yet" may still be shown
    else if (from === 'pending' && status !== 'pending') announce('')
  })
  useEffect(() => {
    if (before.current !== null) announceChange(before.current)
    before.current = status
  }, [status])
}

/** Whether the whole amount was seen: part of it, or money on another network, is not a recorded payment. */
function isPaid(status: PaymentStatus | null): boolean {
  return status === 'detected' || status === 'confirmed'
}

function FormStep({ steps, edition, order, onEmail, onDiscount, onClose }: CheckoutStepProps) {
  const { texts, announce } = usePaymentContext()
  const created = (payment: PaymentView, email: string) => {
    // Stored before anything is shown: a dialog that was closed in the meantime must not lose the payment.
    const { id: paymentId, quantity } = payment
    storePayment({ paymentId, edition: payment.edition, quantity, step: 'payment' })
    onEmail(email)
    steps.send({ kind: 'created', payment })
    announce(texts.form.created)
  }
  return (
    <OrderForm
      edition={edition}
      quantity={order.quantity}
      totalCents={order.totalCents}
      onDiscount={onDiscount}
      onCreated={created}
      onClose={onClose}
    />
  )
}

interface InvoiceStepProps {
  readonly payment: PaymentView
  readonly typedEmail: string | null
  readonly onClose: () => void
}

/** The e-mail is the one just typed, or the one the server returns to the browser that ordered. */
function InvoiceStep({ payment, typedEmail, onClose }: InvoiceStepProps) {
  const query = useOrder(payment, typedEmail === null)
  const email = typedEmail ?? (query.kind === 'open' ? query.order.email : null)
  return <InvoiceScreen payment={payment} email={email} onClose={onClose} />
}

/** The closing screen of a refunded order. */
function RefundedScreen({
  paymentId,
  onClose,
}: {
  readonly paymentId: string
  readonly onClose: () => void
}) {
  const { texts } = usePaymentContext()
  return (
    <section className="pay-refunded">
      <StepHeading>{texts.status.refunded}</StepHeading>
      <p>{texts.note.refunded}</p>
      <PaymentHelp paymentId={paymentId} />
      <button type="button" className="button pay-button-wide" onClick={onClose}>
        {texts.close}
      </button>
    </section>
  )
}
