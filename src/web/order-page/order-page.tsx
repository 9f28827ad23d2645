import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, type ComponentType } from 'react'
import type { OutputNetworks } from '#shared/address-form.ts'
import type { BuyerOrder } from '#shared/buyer-api.ts'
import { editionNameOf, type EditionId } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import type { OrderPageTexts } from '#texts/en/order-page.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import type { CheckoutDialogProps } from '#web/payment/checkout-dialog-props.ts'
import { PaymentContext } from '#web/payment/payment-context.ts'
import { useAnnouncement } from '#web/ui/use-announcement.ts'
import { PaymentHelp } from '#web/payment/payment-help.tsx'
import { OrderContext } from '#web/payment/order-context.ts'
import { ClosedNote } from '#web/payment/closed-note.tsx'
import { explainPayment } from '#web/payment/explain-payment.ts'
import { OrderFiles } from '#web/payment/order-files.tsx'
import { ErasedNote } from '#web/payment/erased-note.tsx'
import { isErased } from '#web/payment/is-erased.ts'
import { OrderEvents } from './order-events.tsx'
import { orderIdOf } from './order-id.ts'
import { OrderCountry } from './order-country.tsx'
import { OrderInvoice } from './order-invoice.tsx'
import { OrderKeys } from './order-keys.tsx'
import { OrderMailSection } from './order-mail.tsx'
import { OrderRefund } from './order-refund.tsx'
import { OrderState } from './order-state.tsx'
import { useBuyerOrder, type OrderSnapshot } from './use-buyer-order.ts'

const queryClient = createQueryClient()

export interface OrderPageProps {
  readonly language: Language
  readonly supportEmail: string
  readonly outputNetworks: OutputNetworks
  readonly gameTitle?: string
  readonly editionNames: Readonly<Record<EditionId, string>>
  readonly checkoutTexts: SiteTexts['checkout']
  readonly texts: SiteTexts['order']
  readonly words: OrderPageTexts
  /** `/order/<id>`. */
  readonly path: string
  /** What the server knew when it rendered the page. */
  readonly order?: BuyerOrder | null
  /** The payment dialog; may suspend while it loads. */
  readonly CheckoutDialog: ComponentType<CheckoutDialogProps>
}

/** The buyer's page of an order: its state, figures, keys, and available actions. */
export function OrderPage(props: OrderPageProps) {
  const id = orderIdOf(props.path)
  return (
    <QueryClientProvider client={queryClient}>
      <div className="order-page">
        <h1>{props.texts.title}</h1>
        {id === null ? <Missing {...props} /> : <LiveOrderPage {...props} id={id} />}
      </div>
    </QueryClientProvider>
  )
}

function Missing({ texts, words, language }: OrderPageProps) {
  return (
    <>
      <p>{texts.missing}</p>
      <p className="order-actions">
        <a className="button button-quiet" href="/">
          {texts.backToShop}
        </a>
        <a className="button button-quiet" href={`/recover?lang=${language}`}>
          {words.closed.recover}
        </a>
      </p>
    </>
  )
}

function LiveOrderPage(props: OrderPageProps & { readonly id: string }) {
  const { id, texts, order: initial = null } = props
  const { snapshot, isMissing, isFailing, reread } = useBuyerOrder(id, initial)
  if (snapshot === null) {
    if (isMissing) return <Missing {...props} />
    return <p role="status">{isFailing ? texts.unreadable : texts.loading}</p>
  }
  return (
    <>
      {isFailing ? (
        <p className="pay-warning" role="status">
          {texts.unreadable}
        </p>
      ) : null}
      <Order {...props} snapshot={snapshot} reread={reread} />
    </>
  )
}

interface OrderProps extends OrderPageProps {
  readonly snapshot: OrderSnapshot
  readonly reread: () => void
}

function Order(props: OrderProps) {
  const { snapshot, texts, words, language, supportEmail, outputNetworks, reread, gameTitle = '' } = props
  const { payment, order } = snapshot
  const [announcement, announce] = useAnnouncement()
  useHashOnceShown()
  const value = {
    language,
    texts: props.checkoutTexts,
    editionName: editionNameOf(props.editionNames, payment.edition),
    supportEmail,
    outputNetworks,
    currency: payment.currency,
    announce,
  }
  const isInvoice = payment.status === 'confirmed' || payment.status === 'refunded'
  return (
    <PaymentContext value={value}>
      <OrderContext value={{ texts, words, gameTitle, reread }}>
        <div className="order-part">
          <OrderState payment={payment} isErased={isErased(order)} CheckoutDialog={props.CheckoutDialog} />
          {order === null ? null : <ErasedNote order={order} text={words.erased} />}
          {order === null ? (
            <ClosedNote isConfirmed={isInvoice} isFirst={explainPayment(payment, true).next === 'keys'} />
          ) : (
            <OrderKeys order={order} />
          )}
          {order === null ? null : <OrderFiles files={order.files} language={language} texts={value.texts} />}
          {order === null ? null : <OrderCountry order={order} />}
          {order === null ? null : <OrderRefund order={order} />}
          {order === null || order.email === null ? null : <OrderMailSection order={order} />}
        </div>
        <div className="order-part">
          <OrderInvoice payment={payment} order={order} />
          {order === null ? null : <OrderEvents order={order} />}
          <p className="order-withdraw">
            <a href={`/withdraw?order=${payment.id}&lang=${language}`}>{words.withdraw}</a>
          </p>
          <PaymentHelp paymentId={payment.id} />
        </div>
        <div className="order-announcement" role="status">
          {announcement === '' ? null : <p>{announcement}</p>}
        </div>
      </OrderContext>
    </PaymentContext>
  )
}

/** A link to `#refund` is followed before its target is rendered. */
function useHashOnceShown(): void {
  useEffect(() => {
    const name = location.hash.slice(1)
    if (name !== '') document.getElementById(name)?.scrollIntoView()
  }, [])
}
