import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createQueryClient } from '#web/api/query-client.ts'
import { cents } from '#shared/money.ts'
import type { PaymentStatus } from '#shared/payment-status.ts'
import { fill, fillPlural, formatPrice, plural } from '#texts/format.ts'
import { serverNowMs } from '#web/api/server-clock.ts'
import { CHECKOUT_TITLE_ID, CheckoutHead } from '#web/payment/checkout-head.tsx'
import { CurrencyChoice } from '#web/payment/currency-choice.tsx'
import { PaymentContext, usePaymentContext } from '#web/payment/payment-context.ts'
import { checkoutOrder } from './checkout-order.ts'
import { CheckoutStep } from './checkout-step.tsx'
import type { CheckoutState } from './checkout-state.ts'
import { isFinished } from './is-finished.ts'
import { isChatLoaded, reloadWithIntent } from '#web/payment/order-intent.ts'
import type { CheckoutDialogProps, CheckoutFrame } from '#web/payment/checkout-dialog-props.ts'
import type { FoundDiscount } from './order-form-state.ts'
import { useOrderUrl } from '#web/payment/order-url.ts'
import { forgetPayment } from '#web/payment/stored-payment.ts'
import { useAnnouncement } from '#web/ui/use-announcement.ts'
import { useIsHydrating } from '#web/ui/use-is-hydrating.ts'
import { useCheckoutSteps } from './use-checkout-steps.ts'
import './checkout.css'

// One for the page: a payment stays cached while the dialog is closed and reopened.
const queryClient = createQueryClient()

/** What the markup of the order form is rendered for: it is the same for every order. */
const NO_ORDER = { editionName: '', quantity: 1, unitPriceCents: cents(0) } as const

/**
 * The payment dialog: from the form to the confirmed invoice. It opens when it is mounted. It can take over the markup of
 * its first step, which may be open and filled in.
 */
export function CheckoutDialog(props: CheckoutDialogProps) {
  const order = useIsHydrating() ? NO_ORDER : {}
  return (
    <QueryClientProvider client={queryClient}>
      <Checkout {...props} {...order} />
    </QueryClientProvider>
  )
}

function Checkout(props: CheckoutDialogProps) {
  const { language, texts, editionName, supportEmail, outputNetworks, currency, frame } = props
  const { onClosed, onConfirmed } = props
  const steps = useCheckoutSteps(props.resume ?? null, outputNetworks)
  const [announcement, announce] = useAnnouncement()
  const [email, setEmail] = useState<string | null>(null)
  const [found, setFound] = useState<FoundDiscount | null>(null)
  const { dialog, close } = useModal(props)
  const { state } = steps
  useOrderUrl('payment' in state && frame === undefined ? state.payment.id : null, language, close)
  useFrame(state, frame)
  const order = checkoutOrder(state, props.quantity, props.unitPriceCents, currency)
  const totalCents = (state.step === 'form' ? found?.totalCents : undefined) ?? order.totalCents
  return (
    <PaymentContext
      value={{
        ...{ language, texts, editionName, supportEmail, outputNetworks, currency, frame, announce },
        hasCurrencyChoice: props.hasCurrencyChoice,
      }}
    >
      <dialog
        ref={dialog}
        className="checkout"
        aria-labelledby={CHECKOUT_TITLE_ID}
        onClose={(event) => {
          // Events of nested dialogs bubble here.
          if (event.target !== event.currentTarget) return
          if (isFinished(state, serverNowMs()) && 'payment' in state) forgetPayment(state.payment.id)
          if (state.step === 'invoice') onConfirmed?.(state.payment.id)
          onClosed()
        }}
      >
        <header className="checkout-head">
          <CheckoutHead
            title={fill(texts.title, {
              edition: editionName,
              total: formatPrice(language, totalCents, order.currency),
            })}
            closeLabel={texts.closeDialog}
            onClose={close}
          />
          <p className="checkout-copies" hidden={order.quantity === 1} suppressHydrationWarning>
            {plural(
              language,
              fillPlural(texts.copies, { price: formatPrice(language, order.unitCents, order.currency) }),
              order.quantity,
            )}
          </p>
          {order.discountCents === null ? null : (
            <p className="checkout-copies">
              {fill(texts.discount.line, {
                amount: formatPrice(language, order.discountCents, order.currency),
              })}
            </p>
          )}
          {frame === undefined || state.step !== 'form' ? null : (
            <CurrencyChoice
              {...{ language, currency, currencies: frame.currencies, hrefOf: frame.inCurrency }}
              label={texts.currency}
              target="_self"
            />
          )}
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
          {frame !== undefined && 'payment' in state ? (
            <p className="checkout-order">
              <a href={frame.orderUrl(state.payment.id)}>{texts.invoice.orderPage}</a>
            </p>
          ) : null}
          <CheckoutStep
            steps={steps}
            edition={props.edition}
            order={order}
            email={email}
            onEmail={setEmail}
            onDiscount={setFound}
            onClose={close}
          />
        </div>
      </dialog>
    </PaymentContext>
  )
}

/** Tells the frame of the payment that is shown. */
function useFrame(state: CheckoutState, frame: CheckoutFrame | undefined): void {
  const [id, status] = 'payment' in state ? [state.payment.id, state.payment.status] : [null, null]
  const tell = useEffectEvent((paymentId: string, now: PaymentStatus) => frame?.onPayment(paymentId, now))
  useEffect(() => {
    if (id !== null) tell(id, status)
  }, [id, status])
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

const STEPS = ['form', 'payment', 'verification'] as const

/** Shows the buyer's position: details, payment, verification. */
function StepTrail({ state }: { readonly state: CheckoutState }) {
  const { texts } = usePaymentContext()
  const current = stepIndex(state)
  if (current === null) return null
  return (
    <ol className="pay-step-trail" aria-label={texts.steps.label}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current ? '' : undefined}
        >
          {texts.steps[step]}
        </li>
      ))}
    </ol>
  )
}

function stepIndex(state: CheckoutState): number | null {
  switch (state.step) {
    case 'form':
      return 0
    case 'payment':
      return 1
    case 'verification':
      return 2
    case 'loading':
      return state.next === 'payment' ? 1 : 2
    default:
      return null
  }
}
