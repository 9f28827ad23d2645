import { useEffect, useRef, useState, type ComponentType } from 'react'
import type { Currency } from '#shared/currency.ts'
import type { EmbedProps } from '#shared/framed.ts'
import type { PaymentStatus } from '#shared/payment-status.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import type { CheckoutDialogProps } from '#web/payment/checkout-dialog-props.ts'
import type { StoredPayment } from '#web/payment/stored-payment.ts'
import { downloadFile } from '#web/ui/download-file.ts'
import type { Carried } from './carry-secrets.ts'
import { tellHeight, type TellHost } from './tell-host.ts'

interface FramedCheckoutProps {
  readonly props: EmbedProps
  readonly texts: SiteTexts['checkout']
  readonly tell: TellHost
  readonly carried: Carried
  readonly CheckoutDialog: ComponentType<CheckoutDialogProps>
}

/**
 * The payment dialog as the whole of a frame. Closed, it tells the page around it and stands ready for the next opening: with
 * the payment it had, or with an empty form.
 */
export function FramedCheckout({ props, texts, tell, carried, CheckoutDialog }: FramedCheckoutProps) {
  const { language, edition, quantity, supportEmail, outputNetworks, currency, currencies = [] } = props
  const [opening, setOpening] = useState<{ readonly times: number; readonly resume: StoredPayment | null }>({
    times: 0,
    resume: null,
  })
  const shown = useRef<{ readonly id: string; readonly status: PaymentStatus } | null>(null)
  useEffect(() => {
    const dialog = document.querySelector<HTMLElement>('dialog.checkout')
    return dialog === null ? undefined : tellHeight(dialog, tell)
  }, [opening, tell])
  const onPayment = (id: string, status: PaymentStatus) => {
    const before = shown.current
    shown.current = { id, status }
    if (before?.id !== id) tell({ type: 'keyhold:ordered', orderId: id })
    if (status === 'confirmed' && (before?.id !== id || before.status !== status))
      tell({ type: 'keyhold:confirmed' })
  }
  const onClosed = () => {
    const payment = shown.current
    const isOver = payment === null || payment.status === 'confirmed'
    const resume = isOver
      ? null
      : { paymentId: payment.id, edition: edition.id, quantity, step: 'payment' as const }
    setOpening(({ times }) => ({ times: times + 1, resume }))
    tell({ type: 'keyhold:close' })
  }
  const orderUrl = (id: string) => {
    const secret = carried.orderSecret()
    return `/order/${id}?lang=${language}${secret === null ? '' : `#key=${secret}`}`
  }
  const download = (path: string) => {
    // the shop then says in a tab why there is no file
    carried.download(path).catch(() => downloadFile(path))
  }
  const inCurrency = (chosen: Currency) => {
    const query = new URLSearchParams(location.search)
    query.set('currency', chosen)
    return `/embed?${query.toString()}`
  }
  return (
    <CheckoutDialog
      key={opening.times}
      edition={edition.id}
      editionName={edition.name}
      quantity={quantity}
      unitPriceCents={edition.priceCents}
      language={language}
      texts={texts}
      supportEmail={supportEmail}
      outputNetworks={outputNetworks}
      currency={currency}
      hasCurrencyChoice={currencies.length > 1}
      frame={{ onPayment, orderUrl, download, currencies, inCurrency }}
      {...(opening.resume === null ? {} : { resume: opening.resume })}
      onClosed={onClosed}
    />
  )
}
