import { usePaymentContext } from '#web/payment/payment-context.ts'
import { FillText } from '#web/ui/fill-text.tsx'

/** Names the terms of an order, in its language. The links open in a new tab, so that no input is lost. */
export function TermsLine() {
  const { language, texts } = usePaymentContext()
  const { form } = texts
  const link = (name: 'terms' | 'privacy') => (
    <a href={`/legal/${name}?lang=${language}`} target="_blank" rel="noopener">
      {form[name]}
      <span className="visually-hidden"> {form.newTab}</span>
    </a>
  )
  return (
    <p className="pay-terms">
      <FillText text={form.accept} values={{ terms: link('terms'), privacy: link('privacy') }} />
    </p>
  )
}
