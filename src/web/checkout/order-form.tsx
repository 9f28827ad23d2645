import { startTransition, useActionState, useId, useReducer, useRef, useState } from 'react'
import type { CreatePaymentRequest } from '#shared/api.ts'
import type { EditionId } from '#shared/editions.ts'
import { centsToNumber, type Cents } from '#shared/money.ts'
import { railOf } from '#shared/rails.ts'
import type { CallFailure } from '#web/api/call-shop.ts'
import { viewCreatedPayment, type PaymentView } from '#web/api/payment-view.ts'
import { sendOrder } from '#web/api/payments.ts'
import { createSubmitIntent } from '#web/api/submit-intent.ts'
import { Captcha } from './captcha.tsx'
import type { CaptchaMessage } from './captcha-state.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { CoinPicker, NetworkPicker } from './coin-picker.tsx'
import { Field } from '#web/ui/field.tsx'
import { formFaults, type FormFault } from './form-check.ts'
import { MethodPicker } from '#web/payment/method-picker.tsx'
import { EMPTY_ORDER_FORM, isPayable, orderFormReducer, railState } from './order-form-state.ts'
import { failureLine } from '#web/payment/failure-line.ts'
import { TermsLine } from './terms-line.tsx'
import { useRails } from '#web/payment/use-payment.ts'

interface OrderFormProps {
  readonly edition: EditionId
  readonly quantity: number
  readonly totalCents: Cents
  readonly onCreated: (payment: PaymentView, userEmail: string) => void
}

/** The first step: payment method, addresses for keys and refunds, and the security verification. */
export function OrderForm({ edition, quantity, totalCents, onCreated }: OrderFormProps) {
  const { texts, language, bitcoinNetwork } = usePaymentContext()
  const rails = useRails()
  const [form, dispatch] = useReducer(orderFormReducer, EMPTY_ORDER_FORM)
  const [isVerified, setIsVerified] = useState(false)
  const [captcha, setCaptcha] = useState<{ round: number; message: CaptchaMessage | null }>({
    round: 0,
    message: null,
  })
  const [intent] = useState(createSubmitIntent)
  const emailField = useRef<HTMLInputElement>(null)
  const addressField = useRef<HTMLInputElement>(null)
  const reasonId = useId()

  const mark = (faults: readonly FormFault[]) => {
    dispatch({ kind: 'faults', faults })
    const [first] = faults
    if (first === 'userEmail') emailField.current?.focus()
    if (first === 'walletAddress') addressField.current?.focus()
  }
  const [failure, send, isSending] = useActionState(
    async (_before: CallFailure | null, request: CreatePaymentRequest): Promise<CallFailure | null> => {
      const outcome = await sendOrder(request, intent.keyFor(request), language)
      if (outcome.kind === 'ok') {
        const isSimulated = railState(request.cryptoNetwork, rails)?.simulated === true
        onCreated(viewCreatedPayment(outcome.reply, isSimulated), request.userEmail)
        return null
      }
      console.warn(`The payment was not created: ${outcome.code}. ${outcome.error}`)
      if (outcome.code === 'IDEMPOTENCY_CONFLICT') intent.forget()
      if (outcome.code.startsWith('CAPTCHA_'))
        setCaptcha(({ round }) => ({ round: round + 1, message: 'again' }))
      if (outcome.code === 'EMAIL_INVALID') mark(['userEmail'])
      if (outcome.code === 'ADDRESS_INVALID') mark(['walletAddress'])
      return outcome
    },
    null,
  )
  const { coin, network } = form
  const canPay = network !== null && isPayable(network, rails)
  const reason = canPay ? (isVerified ? null : texts.form.needsCaptcha) : texts.form.needsCoin
  const submit = () => {
    if (network === null || reason !== null || isSending) return
    const faults = formFaults(form, bitcoinNetwork)
    mark(faults)
    if (faults.length > 0) return
    const userEmail = form.userEmail.trim()
    const request: CreatePaymentRequest = {
      userEmail,
      steamId: userEmail,
      walletAddress: form.walletAddress.trim(),
      edition,
      cryptoType: railOf(network).coin,
      cryptoNetwork: network,
      totalPrice: centsToNumber(totalCents),
      quantity,
    }
    startTransition(() => {
      send(request)
    })
  }
  return (
    <form
      className="pay-order-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <MethodPicker />
      <CoinPicker
        coin={coin}
        rails={rails}
        onCoin={(picked) => {
          dispatch({ kind: 'coin', coin: picked, rails })
        }}
      />
      {rails.length > 0 && rails.every((rail) => !rail.available) ? (
        <p className="pay-warning" role="alert">
          {texts.rail.none}
        </p>
      ) : null}
      {coin === null ? null : (
        <NetworkPicker
          coin={coin}
          network={network}
          rails={rails}
          onNetwork={(picked) => {
            dispatch({ kind: 'network', network: picked })
          }}
        />
      )}
      <Field
        ref={emailField}
        label={texts.form.email}
        hint={texts.form.emailHint}
        fault={form.faults.includes('userEmail') ? texts.form.emailFault : null}
        type="email"
        name="userEmail"
        dir="ltr"
        autoComplete="email"
        value={form.userEmail}
        onBlur={() => {
          dispatch({ kind: 'left', field: 'userEmail', bitcoinNetwork })
        }}
        onChange={(event) => {
          dispatch({ kind: 'email', text: event.target.value })
        }}
        required
      />
      <Field
        ref={addressField}
        label={texts.form.address}
        hint={network === null ? texts.form.addressPickFirst : texts.form.addressHint[network]}
        fault={
          network !== null && form.faults.includes('walletAddress') ? texts.form.addressFault[network] : null
        }
        name="walletAddress"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={form.walletAddress}
        onBlur={() => {
          dispatch({ kind: 'left', field: 'walletAddress', bitcoinNetwork })
        }}
        onChange={(event) => {
          dispatch({ kind: 'address', text: event.target.value })
        }}
        required
      />
      <Captcha key={captcha.round} message={captcha.message} onPassed={setIsVerified} />
      <p className="pay-notice">{texts.form.notice}</p>
      <div className="pay-failure" role="alert">
        {failure === null || isSending ? null : (
          <>
            <p>{texts.failure.general}</p>
            {failureLine(failure.code, texts) === null ? null : <p>{failureLine(failure.code, texts)}</p>}
          </>
        )}
      </div>
      <TermsLine />
      <button
        type="submit"
        className="button pay-button-wide"
        disabled={reason !== null || isSending}
        aria-describedby={reason === null ? undefined : reasonId}
      >
        {isSending ? texts.form.submitting : texts.form.submit}
      </button>
      {reason === null ? null : (
        <p id={reasonId} className="pay-hint pay-submit-reason">
          {reason}
        </p>
      )}
    </form>
  )
}
