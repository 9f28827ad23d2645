import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { createQueryClient } from '#web/api/query-client.ts'
import { fill, formatPrice, plural } from '#texts/format.ts'
import { serverNowMs } from '#web/api/server-clock.ts'
import { PaymentContext } from '#web/payment/payment-context.ts'
import { checkoutOrder } from './checkout-order.ts'
import { CheckoutStep } from './checkout-step.tsx'
import { isFinished } from './is-finished.ts'
import { isChatLoaded, reloadWithIntent } from '#web/payment/order-intent.ts'
import type { CheckoutDialogProps } from '#web/payment/checkout-dialog-props.ts'
import { StepTrail } from './step-trail.tsx'
import { forgetPayment } from '#web/payment/stored-payment.ts'
import { useAnnouncement } from '#web/ui/use-announcement.ts'
import { useCheckoutSteps } from './use-checkout-steps.ts'
import './checkout.css'

// One for the page: a payment stays cached while the dialog is closed and reopened.
const queryClient = createQueryClient()

/** The payment dialog: from the form to the confirmed invoice. It opens when it is mounted. */
export function CheckoutDialog(props: CheckoutDialogProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Checkout {...props} />
    </QueryClientProvider>
  )
}

function Checkout(props: CheckoutDialogProps) {
  const { language, texts, editionName, supportEmail, bitcoinNetwork, onClosed, onConfirmed } = props
  const steps = useCheckoutSteps(props.resume ?? null, bitcoinNetwork)
  const [announcement, announce] = useAnnouncement()
  const [email, setEmail] = useState<string | null>(null)
  const { dialog, close } = useModal(props)
  const titleId = useId()
  const { state } = steps
  const order = checkoutOrder(state, props.quantity, props.unitPriceCents)
  return (
    <PaymentContext value={{ language, texts, editionName, supportEmail, bitcoinNetwork, announce }}>
      <dialog
        ref={dialog}
        className="checkout"
        aria-labelledby={titleId}
        onClose={(event) => {
          // Events of nested dialogs bubble here.
          if (event.target !== event.currentTarget) return
          if (isFinished(state, serverNowMs()) && 'payment' in state) forgetPayment(state.payment.id)
          if (state.step === 'invoice') onConfirmed?.(state.payment.id)
          onClosed()
        }}
      >
        <header className="checkout-head">
          <h2 id={titleId} tabIndex={-1} className="checkout-title">
            {fill(texts.title, { edition: editionName, total: formatPrice(language, order.totalCents) })}
          </h2>
          <button type="button" className="checkout-close" aria-label={texts.closeDialog} onClick={close}>
            <CloseIcon />
          </button>
          {order.quantity > 1 ? (
            <p className="checkout-copies">
              {plural(
                language,
                fillPlural(texts.copies, { price: formatPrice(language, order.unitCents) }),
                order.quantity,
              )}
            </p>
          ) : null}
          {/* Announcements replace a line that needs no interaction. */}
          <div className="checkout-secure">
            <p>{texts.secure}</p>
            <div className="pay-announcement" role="status">
              {announcement === '' ? null : <p>{announcement}</p>}
            </div>
          </div>
          <StepTrail state={state} />
        </header>
        <div className="checkout-body">
          {steps.isFailing && state.step !== 'form' ? (
            <p className="pay-warning" role="status">
              {texts.unreadable}
            </p>
          ) : null}
          <CheckoutStep
            steps={steps}
            edition={props.edition}
            order={order}
            email={email}
            onEmail={setEmail}
            onClose={close}
          />
        </div>
      </dialog>
    </PaymentContext>
  )
}

/** Opens the dialog when it is mounted; if the live chat was loaded on the page, reloads the page without it first. */
function useModal({ edition, quantity, resume }: CheckoutDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const openOver = useEffectEvent((element: HTMLDialogElement) => {
    if (isChatLoaded()) {
      reloadWithIntent({ edition, quantity, paymentId: resume?.paymentId ?? null })
      return
    }
    element.showModal()
    element.querySelector<HTMLElement>('.checkout-title')?.focus()
  })
  useEffect(() => {
    const element = dialog.current
    if (element !== null && !element.open) openOver(element)
  }, [])
  return { dialog, close: () => dialog.current?.close() }
}

function fillPlural<Texts extends object>(texts: Texts, values: Readonly<Record<string, string>>): Texts {
  const filled = Object.entries(texts).map(([rule, text]) => [rule, fill(String(text), values)] as const)
  return Object.fromEntries(filled) as Texts
}

function CloseIcon() {
  return (
    <svg className="pay-sign" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d="m5 5 10 10M15 5 5 15" />
    </svg>
  )
}
