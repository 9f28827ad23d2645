import { useId, useState, type SubmitEvent } from 'react'
import type { BuyerOrder } from '#shared/buyer-api.ts'
import { COUNTRIES } from '#shared/countries.ts'
import type { Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'
import { sendCountry } from '#web/api/orders.ts'
import { useOrderContext } from '#web/payment/order-context.ts'
import { OrderSection } from '#web/payment/order-section.tsx'
import { usePaymentContext } from '#web/payment/payment-context.ts'

/** Asks where the buyer lives, where the shop needs that for VAT. Answering is optional. */
export function OrderCountry({ order }: { readonly order: BuyerOrder }) {
  const { language } = usePaymentContext()
  const { words, reread } = useOrderContext()
  const id = useId()
  const [isSending, setIsSending] = useState(false)
  const [answer, setAnswer] = useState('')
  const { country } = order
  if (country === null) return null
  const send = async (code: string) => {
    setIsSending(true)
    const outcome = await sendCountry(order.payment.id, code)
    setIsSending(false)
    setAnswer(outcome.kind === 'ok' ? words.country.saved : words.country.failed)
    if (outcome.kind === 'ok') reread()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = new FormData(event.currentTarget).get('country')
    if (!isSending && typeof code === 'string' && code !== '') void send(code)
  }
  return (
    <OrderSection title={words.country.title} className="order-country">
      <p>{words.country.lead}</p>
      {country.mayChange ? (
        <form className="order-refund-form" noValidate onSubmit={submit}>
          <div className="pay-field">
            <label htmlFor={id}>{words.country.label}</label>
            <select id={id} name="country" defaultValue={country.declared ?? ''}>
              <option value="">{words.country.choose}</option>
              {countriesIn(language).map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <button type="submit" className="button button-quiet button-small" aria-disabled={isSending}>
            {words.country.save}
          </button>
        </form>
      ) : (
        <p>
          {words.country.label}: {nameOf(language, country.declared ?? '')}
        </p>
      )}
      <p role="status">{answer}</p>
    </OrderSection>
  )
}

function nameOf(language: Language, code: string): string {
  return new Intl.DisplayNames([localeOf(language)], { type: 'region' }).of(code) ?? code
}

/** All countries by their names in the reader's language, in its order. */
function countriesIn(language: Language): readonly (readonly [code: string, name: string])[] {
  const locale = localeOf(language)
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  return COUNTRIES.map((code) => [code, names.of(code) ?? code] as const).sort(([, one], [, other]) =>
    one.localeCompare(other, locale),
  )
}
