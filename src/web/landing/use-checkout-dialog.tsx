import { useEffect, useEffectEvent, useRef, useState, type ComponentType, type ReactElement } from 'react'
import { findEdition, type EditionId } from '#shared/editions.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { loadSiteTexts } from '#texts/load-site-texts.ts'
import { takeStoredIntent } from '#web/payment/order-intent.ts'
import type { CheckoutDialogProps, LoadCheckoutDialog } from '#web/payment/checkout-dialog-props.ts'
import { readStoredPayment, watchStoredPayment, type StoredPayment } from '#web/payment/stored-payment.ts'
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
  props: PreOrderProps & { readonly loadDialog: LoadCheckoutDialog },
): CheckoutDialogControl {
  const [order, setOrder] = useState<Order | null>(null)
  const [parts, setParts] = useState<Parts | null>(null)
  const [remembered, setRemembered] = useState<StoredPayment | null>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    const reread = () => {
      setRemembered(readStoredPayment())
    }
    reread()
    return watchStoredPayment(reread)
  }, [])
  const isOnSale = (edition: EditionId) => findEdition(props.editions, edition) !== undefined
  const openFor = (next: Order) => {
    // The intent is for an edition that is no longer on sale: its order has a page of its own.
    if (!isOnSale(next.edition)) {
      location.assign(pageWithoutDialog(next))
      return
    }
    opener.current = document.activeElement
    setOrder(next)
    fetchCheckout(props.language, props.loadDialog).then(setParts, (cause: unknown) => {
      console.warn('The payment dialog could not be loaded; opening the order page instead.', cause)
      location.assign(pageWithoutDialog(next))
    })
  }
  const openStoredIntent = useEffectEvent(() => {
    const intent = takeStoredIntent()
    if (intent === null) return
    const { edition, quantity, paymentId } = intent
    if (paymentId === null && !isOnSale(edition)) return
    const stored = readStoredPayment()
    const isStored = stored !== null && stored.paymentId === paymentId
    const resume = paymentId === null ? null : { paymentId, edition, quantity, step: 'payment' as const }
    openFor({ edition, quantity, resume: isStored ? stored : resume })
  })
  useEffect(() => {
    openStoredIntent()
  }, [])
  const close = () => {
    setOrder(null)
    setRemembered(readStoredPayment())
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  return {
    dialog:
      order === null || parts === null ? null : (
        <OrderDialog props={props} order={order} parts={parts} onClosed={close} />
      ),
    opening: order !== null && parts === null ? order.edition : null,
    remembered: order === null ? remembered : null,
    open(edition, quantity) {
      openFor({ edition, quantity, resume: null })
    },
    resume() {
      if (remembered === null) return
      openFor({ edition: remembered.edition, quantity: remembered.quantity, resume: remembered })
    },
  }
}

/** Fetches the dialog and its texts in parallel; the browser caches both. */
export async function fetchCheckout(
  language: PreOrderProps['language'],
  loadDialog: LoadCheckoutDialog,
): Promise<Parts> {
  const [Dialog, texts] = await Promise.all([loadDialog(), loadSiteTexts(language)])
  return { Dialog, texts: texts.checkout }
}

function pageWithoutDialog({ edition, quantity, resume }: Order): string {
  if (resume !== null) return `/order/${resume.paymentId}`
  return `/order?edition=${edition}&quantity=${String(quantity)}`
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
      bitcoinNetwork={props.bitcoinNetwork}
      {...(order.resume === null ? {} : { resume: order.resume })}
      onClosed={onClosed}
    />
  )
}
