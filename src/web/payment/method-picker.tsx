import { usePaymentContext } from './payment-context.ts'

const OTHERS = ['paypal', 'card', 'clickpay'] as const

/** The payment methods: cryptocurrency, and three that are shown as unavailable. */
export function MethodPicker() {
  const { texts } = usePaymentContext()
  return (
    <fieldset className="pay-picker">
      <legend>{texts.method.legend}</legend>
      <div className="pay-choices pay-choices-methods">
        <label className="pay-choice">
          <input type="radio" name="method" value="crypto" defaultChecked />
          <span className="pay-choice-name">{texts.method.crypto}</span>
        </label>
        {OTHERS.map((method) => (
          <label key={method} className="pay-choice">
            <input type="radio" name="method" value={method} disabled />
            <span className="pay-choice-name">{texts.method[method]}</span>
            <span className="pay-badge">{texts.method.unavailable}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
