import { useId } from 'react'
import { formatPrice } from '#texts/format.ts'
import { MethodPicker, OtherMethods } from '#web/payment/method-picker.tsx'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { Captcha } from './captcha.tsx'
import { CoinPicker, NetworkPicker } from './coin-picker.tsx'
import { KeysOnRelease } from './keys-on-release.tsx'
import { DiscountField, EmailField, OrderFailure, RefundAddressField } from './order-form-fields.tsx'
import { RailsClosed } from './rails-closed.tsx'
import { TermsLine } from './terms-line.tsx'
import { useOrderForm, type OrderFormProps } from './use-order-form.ts'

/** The first step: payment method, addresses for keys and refunds, and the security verification. */
export function OrderForm(props: OrderFormProps) {
  const { texts, language, currency } = usePaymentContext()
  const { form, dispatch, rails, captcha, onPassed, emailField, addressField, codeField, ...sending } =
    useOrderForm(props)
  const { discount, failure, isSending, isQueued, reason, submit } = sending
  const note = isQueued ? texts.form.queued : reason
  const totalCents = form.discount?.totalCents ?? props.totalCents
  const { coin, network } = form
  const reasonId = useId()
  const isClosed = rails.length > 0 && rails.every((rail) => !rail.available)
  return (
    <>
      {isClosed ? <RailsClosed rails={rails} onClose={props.onClose} /> : null}
      <form
        className="pay-order-form"
        noValidate
        // what was typed stays for the moment in which a rail opens again
        hidden={isClosed}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <MethodPicker />
        <CoinPicker
          coin={coin}
          rails={rails}
          totalCents={totalCents}
          onCoin={(picked) => dispatch({ kind: 'coin', coin: picked, rails })}
        />
        {coin === null ? null : (
          <NetworkPicker
            coin={coin}
            network={network}
            rails={rails}
            totalCents={totalCents}
            onNetwork={(picked) => dispatch({ kind: 'network', network: picked })}
          />
        )}
        <OtherMethods />
        <EmailField ref={emailField} form={form} dispatch={dispatch} />
        <RefundAddressField ref={addressField} form={form} dispatch={dispatch} />
        <DiscountField ref={codeField} form={form} dispatch={dispatch} {...discount} />
        <Captcha key={captcha.round} message={captcha.message} onPassed={onPassed} />
        <KeysOnRelease edition={props.edition} />
        <p className="pay-notice">{texts.form.notice}</p>
        <TermsLine />
        <div className="pay-foot">
          <OrderFailure
            failure={isSending ? null : failure}
            edition={props.edition}
            quantity={props.quantity}
          />
          <p className="pay-total">
            {texts.form.total}{' '}
            <strong suppressHydrationWarning>{formatPrice(language, totalCents, currency)}</strong>
          </p>
          <button
            type="submit"
            className="button pay-button-wide"
            disabled={reason !== null || isSending}
            aria-describedby={note === null ? undefined : reasonId}
          >
            {isSending ? texts.form.submitting : texts.form.submit}
          </button>
          {note === null ? null : (
            <p id={reasonId} className="pay-hint pay-submit-reason" role={isQueued ? 'status' : undefined}>
              {note}
            </p>
          )}
        </div>
      </form>
    </>
  )
}
