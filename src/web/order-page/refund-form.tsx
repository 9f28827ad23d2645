import { useId, useRef, useState, type SubmitEvent } from 'react'
import { BUYER_REASON_MAX } from '#shared/constants.ts'
import { centsFromNumber, cents } from '#shared/money.ts'
import { railOf } from '#shared/rails.ts'
import type { BuyerOrder } from '#shared/buyer-api.ts'
import type { OrderPageTexts } from '#texts/en/order-page.ts'
import type { CallCode } from '#web/api/call-shop.ts'
import { sendRefundRequest } from '#web/api/orders.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { fill, formatCount, formatPrice, plural } from '#texts/format.ts'
import { useOrderContext } from '#web/payment/order-context.ts'
import { RefundAddress } from './refund-address.tsx'
import { refundFaults, type RefundFault } from './refund-faults.ts'

/** Requests a refund: how many copies, why, and to which address. */
export function RefundForm({ order }: { readonly order: BuyerOrder }) {
  const { outputNetworks, announce } = usePaymentContext()
  const { words, reread } = useOrderContext()
  const form = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState<readonly RefundFault[]>([])
  const [failure, setFailure] = useState('')
  const [isSending, setIsSending] = useState(false)
  const network = order.payment.crypto_network
  const submit = async (entries: FormData) => {
    const address = entries.get('address')
    const typed = typeof address === 'string' ? address.trim() : null
    const found = refundFaults(
      { address: typed, isConfirmed: entries.has('confirm') },
      network,
      outputNetworks,
    )
    setFaults(found)
    setFailure('')
    if (found.length > 0) {
      focusFault(form.current, found)
      return
    }
    setIsSending(true)
    const outcome = await sendRefundRequest({
      paymentId: order.payment.id,
      quantity: Number(entries.get('quantity')),
      copiesLeft: order.copiesLeft,
      reason: textOf(entries.get('reason')),
      ...(typed === null ? {} : { address: typed }),
    })
    setIsSending(false)
    reread()
    if (outcome.kind === 'ok') {
      announce(words.refund.done)
      // the form is removed; keyboard focus moves to where the reply appears
      document.getElementById('refund')?.focus()
      return
    }
    setFailure(failureText(words.refund.failure, outcome.code))
    if (outcome.code === 'ADDRESS_INVALID' && typed !== null) {
      setFaults(['address'])
      focusFault(form.current, ['address'])
    }
  }
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isSending) void submit(new FormData(event.currentTarget))
  }
  return (
    <form ref={form} className="order-refund-form" noValidate onSubmit={onSubmit}>
      <Copies order={order} />
      <Reason />
      <RefundAddress order={order} faults={faults} />
      <p role="alert" className="order-failure">
        {failure}
      </p>
      <button type="submit" className="button button-quiet" aria-disabled={isSending} aria-busy={isSending}>
        {isSending ? words.refund.submitting : words.refund.submit}
      </button>
    </form>
  )
}

function Copies({ order }: { readonly order: BuyerOrder }) {
  const { language } = usePaymentContext()
  const { words } = useOrderContext()
  const id = useId()
  const [copies, setCopies] = useState(order.copiesLeft)
  const { price, currency, quantity, crypto_network: network } = order.payment
  const totalCents = centsFromNumber(price, currency) ?? 0
  const value = formatPrice(language, cents(Math.round((totalCents / quantity) * copies)), currency)
  const choices = Array.from({ length: order.copiesLeft }, (_, index) => index + 1)
  return (
    <div className="pay-field">
      {order.isWholeOnly || order.copiesLeft === 1 ? (
        <>
          {order.isWholeOnly && quantity > 1 ? (
            <p>{plural(language, words.refund.wholeOnly, quantity)}</p>
          ) : null}
          <input type="hidden" name="quantity" value={order.copiesLeft} />
        </>
      ) : (
        <>
          <label htmlFor={id}>{words.refund.copies}</label>
          <select
            id={id}
            name="quantity"
            value={copies}
            onChange={(event) => setCopies(Number(event.currentTarget.value))}
          >
            {choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice === order.copiesLeft
                  ? fill(words.refund.copiesAll, { count: formatCount(language, choice) })
                  : formatCount(language, choice)}
              </option>
            ))}
          </select>
        </>
      )}
      <p className="pay-hint" aria-live="polite">
        <FillText
          text={words.refund.value}
          values={{ price: <strong>{value}</strong>, coin: <Latin>{railOf(network).symbol}</Latin> }}
        />
      </p>
    </div>
  )
}

function Reason() {
  const { language } = usePaymentContext()
  const { words } = useOrderContext()
  const id = useId()
  return (
    <div className="pay-field">
      <label htmlFor={id}>{words.refund.reason}</label>
      <textarea id={id} name="reason" rows={3} maxLength={BUYER_REASON_MAX} aria-describedby={`${id}-hint`} />
      <p id={`${id}-hint`} className="pay-hint">
        {fill(words.refund.reasonHint, { max: formatCount(language, BUYER_REASON_MAX) })}
      </p>
    </div>
  )
}

function focusFault(form: HTMLFormElement | null, faults: readonly RefundFault[]): void {
  const [first] = faults
  const field = form?.elements.namedItem(first ?? '')
  if (field instanceof HTMLElement) field.focus()
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value : ''
}

function failureText(words: OrderPageTexts['refund']['failure'], code: CallCode): string {
  const known: Readonly<Record<string, string>> = words
  return known[code] ?? words.general
}
