import { plainTextsOf } from '#texts/rendered-texts.ts'
import { viewPaymentRow } from '#web/api/payment-view.ts'
import { explainPayment } from '#web/payment/explain-payment.ts'
import type { OrderPartProps } from './plain-order-props.ts'
import { LanguageField } from './plain-page.tsx'

/** Opens the order by the code in its mails: without a script the secret behind `#` of the link is not sent. */
export function PlainCode({ facts, plain, order }: OrderPartProps) {
  const { code } = plainTextsOf(facts.language).order
  const isFirst = explainPayment(viewPaymentRow(order.payment), true).next === 'keys'
  return (
    <form method="post" action={`/order/${order.payment.id}/open`} className="plain-check">
      <p className="field">
        <label htmlFor="order-code">{code.label}</label>
        <input
          id="order-code"
          name="code"
          required
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
        />
      </p>
      <LanguageField named={plain.named} />
      <button type="submit" className={isFirst ? 'button' : 'button button-quiet'}>
        {code.submit}
      </button>
    </form>
  )
}
