import { useEffect, useEffectEvent, useRef, useState, type ComponentType, type ReactElement } from 'react'
import { findEdition, type EditionId } from '#shared/editions.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { loadSiteTexts } from '#texts/load-site-texts.ts'
import { isChatLoaded, takeStoredIntent } from '#web/payment/order-intent.ts'
import type {
  CheckoutDialogProps,
  LoadCheckoutDialog,
  TakeOverMarkup,
} from '#web/payment/checkout-dialog-props.ts'
import { readStoredPayment, watchStoredPayment, type StoredPayment } from '#web/payment/stored-payment.ts'
import { openOrderForm } from './open-order-form.ts'
import { loadOrderForm, orderFormHost } from './order-form-markup.ts'
import type { PreOrderProps } from './pre-order-props.ts'

interface Order {
  readonly edition: EditionId
  readonly quantity: number
  readonly resume: StoredPayment | null
}

interface Parts {
  readonly Dialog: ComponentType<CheckoutDialogProps>
  readonly texts: SiteTexts['checkout']
}

interface CheckoutDialogControl {
  readonly dialog: ReactElement | null
  /** The edition whose dialog is loading. */
  readonly opening: EditionId | null
  readonly remembered: StoredPayment | null
  readonly open: (edition: EditionId, quantity: number) => void
  readonly resume: () => void
}

/** Loads the payment dialog on first use, and opens it for an order or for an unfinished payment. */
export function useCheckoutDialog(
  props: PreOrderProps & { readonly loadDialog: LoadCheckoutDialog; readonly takeOver: TakeOverMarkup },
): CheckoutDialogControl {
  const [order, setOrder] = useState<Order | null>(null)
  const [isFormOpen, setFormOpen] = useState(false)
  const [parts, setParts] = useState<Parts | null>(null)
  const [remembered, setRemembered] = useState<StoredPayment | null>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    const reread = () => setRemembered(readStoredPayment())
    reread()
    return watchStoredPayment(reread)
  }, [])
  const isOnSale = (edition: EditionId) => findEdition(props.editions, edition) !== undefined
  const openFor = (next: Order) => {
    // The intent is for an edition that is no longer on sale: its order has a page of its own.
    if (!isOnSale(next.edition)) {
      location.assign(pageWithoutDialog(next, props))
      return
    }
    opener.current = document.activeElement
    setOrder(next)
    fetchCheckout(props.language, props.loadDialog).then(setParts, (cause: unknown) => {
      leaveFor(next, props, cause)
    })
  }
  const closed = () => {
    setFormOpen(false)
    setOrder(null)
    setRemembered(readStoredPayment())
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  const openNew = (edition: EditionId, quantity: number) => {
    const next: Order = { edition, quantity, resume: null }
    const host = orderFormHost()
    const facts = findEdition(props.editions, edition)
    // beside a loaded chat no form is shown: the dialog reloads the page first
    if (host === null || facts === undefined || isChatLoaded()) {
      openFor(next)
      return
    }
    opener.current = document.querySelector(`button.order[value="${CSS.escape(edition)}"]`)
    openOrderForm({
      host,
      order: {
        language: props.language,
        editionName: facts.name,
        quantity,
        unitPriceCents: facts.priceCents,
        currency: props.currency,
      },
      loadDialog: async (onClosed) => {
        const loaded = await fetchCheckout(props.language, props.loadDialog)
        return <OrderDialog props={props} order={next} parts={loaded} onClosed={onClosed} />
      },
      takeOver: props.takeOver,
      onShown: () => setFormOpen(true),
      onClosed: closed,
    }).catch((cause: unknown) => leaveFor(next, props, cause))
  }
  const openStoredIntent = useEffectEvent(() => {
    const intent = takeStoredIntent()
    if (intent === null) return
    const { edition, quantity, paymentId } = intent
    if (paymentId === null && !isOnSale(edition)) return
    const stored = readStoredPayment()
    const isStored = stored !== null && stored.paymentId === paymentId
    const resume = paymentId === null ? null : { paymentId, edition, quantity, step: 'payment' as const }
    if (resume === null) openNew(edition, quantity)
    else openFor({ edition, quantity, resume: isStored ? stored : resume })
  })
  useEffect(() => openStoredIntent(), [])
  return {
    dialog:
      order === null || parts === null ? null : (
        <OrderDialog props={props} order={order} parts={parts} onClosed={closed} />
      ),
    opening: order !== null && parts === null ? order.edition : null,
    remembered: order === null && !isFormOpen ? remembered : null,
    open: openNew,
    resume() {
      if (remembered === null) return
      openFor({ edition: remembered.edition, quantity: remembered.quantity, resume: remembered })
    },
  }
}

/** Loads the order form, the dialog that takes it over, and the texts, before an order. */
export async function preloadCheckout(
  language: PreOrderProps['language'],
  loadDialog: LoadCheckoutDialog,
): Promise<void> {
  const host = orderFormHost()
  await Promise.all([host === null ? null : loadOrderForm(), fetchCheckout(language, loadDialog)])
}

/** Fetches the dialog and its texts in parallel; the browser caches both. */
async function fetchCheckout(
  language: PreOrderProps['language'],
  loadDialog: LoadCheckoutDialog,
): Promise<Parts> {
  const [Dialog, texts] = await Promise.all([loadDialog(), loadSiteTexts(language)])
  return { Dialog, texts: texts.checkout }
}

function leaveFor(order: Order, props: PreOrderProps, cause: unknown): void {
  console.warn('The payment dialog could not be loaded; opening the order page instead.', cause)
  location.assign(pageWithoutDialog(order, props))
}

function pageWithoutDialog(
  { edition, quantity, resume }: Order,
  { currency, hasCurrencyChoice }: PreOrderProps,
): string {
  if (resume !== null) return `/order/${resume.paymentId}`
  const chosen = hasCurrencyChoice === true ? `&currency=${currency}` : ''
  return `/order?edition=${edition}&quantity=${String(quantity)}${chosen}`
}

interface OrderDialogProps {
  readonly props: PreOrderProps
  readonly order: Order
  readonly parts: Parts
  readonly onClosed: () => void
}

function OrderDialog({ props, order, parts, onClosed }: OrderDialogProps) {
  const edition = findEdition(props.editions, order.edition)
  if (edition === undefined) return null
  return (
    <parts.Dialog
      edition={edition.id}
      editionName={edition.name}
      quantity={order.quantity}
      unitPriceCents={edition.priceCents}
      language={props.language}
      texts={parts.texts}
      supportEmail={props.supportEmail}
      outputNetworks={props.outputNetworks}
      currency={props.currency}
      hasCurrencyChoice={props.hasCurrencyChoice ?? false}
      {...(order.resume === null ? {} : { resume: order.resume })}
      onClosed={onClosed}
    />
  )
}
