import { useId } from 'react'
import { usePaymentContext } from './payment-context.ts'

const OTHERS = ['paypal', 'card', 'clickpay'] as const

/** The payment method that is available: cryptocurrency. The others follow below the coins, see {@link OtherMethods}. */
export function MethodPicker() {
  const { texts } = usePaymentContext()
  return (
    <fieldset className="pay-picker">
      <legend>{texts.method.legend}</legend>
      <label className="pay-choice pay-choice-method">
        <input type="radio" name="method" value="crypto" defaultChecked />
        <span className="pay-choice-name">{texts.method.crypto}</span>
      </label>
    </fieldset>
  )
}

/** The methods that are shown as unavailable, on one line. */
export function OtherMethods() {
  const { texts } = usePaymentContext()
  const badgeId = useId()
  return (
    <div className="pay-others" role="group" aria-labelledby={badgeId}>
      {OTHERS.map((method) => (
        <label key={method}>
          <input type="radio" name="method" value={method} disabled className="visually-hidden" />
          {texts.method[method]}
        </label>
      ))}
      <span id={badgeId} className="pay-badge">
        {texts.method.unavailable}
      </span>
    </div>
  )
}
