import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { BitcoinNetwork } from '#shared/address-form.ts'
import type { EditionId } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import { centsFromNumber, cents } from '#shared/money.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { CheckoutContext } from '#web/checkout/checkout-context.ts'
import { Code } from '#web/checkout/fill-text.tsx'
import { InvoiceActions, InvoiceFigures } from '#web/checkout/invoice-screen.tsx'
import { PaymentStatusNote } from '#web/checkout/payment-status-note.tsx'
import { panelLabel } from '#web/checkout/payment-story.ts'
import { useAnnouncement } from '#web/checkout/use-announcement.ts'
import { useSecondsLeft } from '#web/checkout/use-clock.ts'
import { useOrder, usePayment } from '#web/checkout/use-payment.ts'
import { Help } from '#web/checkout/verification-screen.tsx'
import type { Dictionary } from '#web/i18n/dictionary.ts'
import { OrderHistory } from './order-history.tsx'
import { orderIdOf } from './order-id.ts'
import { OrderKeys } from './order-keys.tsx'

const CheckoutDialog = lazy(async () => {
  const module = await import('#web/checkout/checkout-dialog.tsx')
  return { default: module.CheckoutDialog }
})

const queryClient = createQueryClient()

export interface OrderPageProps {
  readonly language: Language
  readonly supportEmail: string
  readonly bitcoinNetwork: BitcoinNetwork
  readonly editionNames: Readonly<Record<EditionId, string>>
  readonly checkoutTexts: Dictionary['checkout']
  readonly texts: Dictionary['order']
  /** `/order/<id>`. */
  readonly path: string
}

/** The buyer's own page of an order: what its state means, its figures, its keys. */
export function OrderPage(props: OrderPageProps) {
  const id = orderIdOf(props.path)
  return (
    <QueryClientProvider client={queryClient}>
      <div className="order-page">
        <h1>{props.texts.title}</h1>
        {id === null ? <Missing texts={props.texts} /> : <WatchedOrderPage {...props} id={id} />}
      </div>
    </QueryClientProvider>
  )
}

function Missing({ texts }: { readonly texts: OrderPageProps['texts'] }) {
  return (
    <>
      <p>{texts.missing}</p>
      <p>
        <a className="button button-quiet" href="/">
          {texts.backToShop}
        </a>
      </p>
    </>
  )
}

function WatchedOrderPage(props: OrderPageProps & { readonly id: string }) {
  const { id, texts } = props
  const { payment, isMissing, isFailing } = usePayment(id)
  if (payment === null) {
    if (isMissing) return <Missing texts={texts} />
    return <p role="status">{isFailing ? texts.unreadable : texts.loading}</p>
  }
  return (
    <>
      {isFailing ? (
        <p className="pay-warning" role="status">
          {texts.unreadable}
        </p>
      ) : null}
      <Order {...props} payment={payment} />
    </>
  )
}

function Order(props: OrderPageProps & { readonly payment: PaymentView }) {
  const { payment, texts, language, supportEmail, bitcoinNetwork } = props
  const [announcement, announce] = useAnnouncement()
  const order = useOrder(payment, true)
  const surroundings = {
    language,
    texts: props.checkoutTexts,
    editionName: props.editionNames[payment.edition],
    supportEmail,
    bitcoinNetwork,
    announce,
  }
  return (
    <CheckoutContext value={surroundings}>
      <OrderState {...props} />
      <OrderKeys texts={texts} payment={payment} order={order} />
      <section className="order-section" aria-labelledby="order-timeline">
        <h2 id="order-timeline">{texts.timeline}</h2>
        <OrderHistory
          texts={texts}
          payment={payment}
          hasKeys={order.kind === 'open' && order.order.keys.length > 0}
        />
      </section>
      <section className="order-section" aria-labelledby="order-figures">
        <h2 id="order-figures">{texts.figures}</h2>
        <InvoiceFigures payment={payment} />
        {order.kind === 'open' ? (
          <p className="order-refund">
            {texts.refundAddress} <Code>{order.order.refundAddress}</Code>
          </p>
        ) : null}
        {payment.status === 'confirmed' ? <InvoiceActions payment={payment} /> : null}
      </section>
      <Help paymentId={payment.id} />
      <div className="order-announcement" role="status">
        {announcement === '' ? null : <p>{announcement}</p>}
      </div>
    </CheckoutContext>
  )
}

function OrderState(props: OrderPageProps & { readonly payment: PaymentView }) {
  const { payment, texts, checkoutTexts } = props
  const [isPaying, setIsPaying] = useState(false)
  const isWindowOver = useSecondsLeft(payment.expiresAt) === 0
  const label = panelLabel(payment.status)
  const canPay = (payment.status === 'pending' && !isWindowOver) || payment.status === 'partial'
  return (
    <section className="order-state">
      {label === null ? null : (
        <p className={`pay-label pay-label-${label}`}>{checkoutTexts.panel.label[label]}</p>
      )}
      <div role="status">
        <PaymentStatusNote payment={payment} isWindowOver={isWindowOver} />
      </div>
      {canPay ? (
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
          {...props}
          onClosed={() => {
            setIsPaying(false)
          }}
        />
      ) : null}
    </section>
  )
}

interface PayNowProps extends OrderPageProps {
  readonly payment: PaymentView
  readonly onClosed: () => void
}

function PayNow({ payment, onClosed, ...props }: PayNowProps) {
  const { id: paymentId, edition, quantity } = payment
  const totalCents = centsFromNumber(payment.priceUSD) ?? 0
  return (
    <Suspense>
      <CheckoutDialog
        edition={edition}
        editionName={props.editionNames[edition]}
        quantity={quantity}
        unitPriceCents={cents(Math.round(totalCents / quantity))}
        language={props.language}
        texts={props.checkoutTexts}
        supportEmail={props.supportEmail}
        bitcoinNetwork={props.bitcoinNetwork}
        resume={{ paymentId, edition, quantity, step: 'payment' }}
        onClosed={onClosed}
      />
    </Suspense>
  )
}
