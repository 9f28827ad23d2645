import type { Dispatch, RefObject } from 'react'
import { DISCOUNT_CODE_INPUT_MAX } from '#shared/discounts.ts'
import type { EditionId } from '#shared/editions.ts'
import type { Cents } from '#shared/money.ts'
import { fill, formatPrice } from '#texts/format.ts'
import type { CallFailure } from '#web/api/call-shop.ts'
import { describeAddressFault } from '#web/payment/describe-address-fault.ts'
import { failureLine } from '#web/payment/failure-line.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { Code, FillText } from '#web/ui/fill-text.tsx'
import { Field } from '#web/ui/field.tsx'
import { QuietButton } from '#web/ui/quiet-button.tsx'
import type { OrderFormEvent, OrderFormState } from './order-form-state.ts'

interface OrderFieldProps {
  readonly ref: RefObject<HTMLInputElement | null>
  readonly form: OrderFormState
  readonly dispatch: Dispatch<OrderFormEvent>
}

/** Where the keys are sent. */
export function EmailField({ ref, form, dispatch }: OrderFieldProps) {
  const { texts, outputNetworks } = usePaymentContext()
  return (
    <Field
      ref={ref}
      label={texts.form.email}
      hint={texts.form.emailHint}
      fault={form.faults.includes('userEmail') ? texts.form.emailFault : null}
      type="email"
      name="userEmail"
      dir="ltr"
      autoComplete="email"
      value={form.userEmail}
      onBlur={() => dispatch({ kind: 'left', field: 'userEmail', outputNetworks })}
      onChange={(event) => dispatch({ kind: 'email', text: event.target.value })}
      required
    />
  )
}

/** Where a refund is sent. */
export function RefundAddressField({ ref, form, dispatch }: OrderFieldProps) {
  const { texts, outputNetworks } = usePaymentContext()
  const { network } = form
  return (
    <Field
      ref={ref}
      label={texts.form.address}
      hint={network === null ? texts.form.addressPickFirst : texts.form.addressHint[network]}
      fault={
        network !== null && form.faults.includes('walletAddress')
          ? describeAddressFault(texts, network, form.walletAddress, outputNetworks)
          : null
      }
      name="walletAddress"
      dir="ltr"
      autoComplete="off"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      value={form.walletAddress}
      onBlur={() => dispatch({ kind: 'left', field: 'walletAddress', outputNetworks })}
      onChange={(event) => dispatch({ kind: 'address', text: event.target.value })}
      required
    />
  )
}

interface DiscountFieldProps extends OrderFieldProps {
  readonly apply: () => void
  readonly isLooking: boolean
  readonly isWaiting: boolean
}

/** A code that lowers the price, folded: most buyers have none. What it takes off is shown before the order. */
export function DiscountField({ ref, form, dispatch, apply, isLooking, isWaiting }: DiscountFieldProps) {
  const { texts } = usePaymentContext()
  const { discountCode, discountFault } = form
  const advice =
    discountFault === null ? null : (failureLine(discountFault, texts) ?? texts.failure.UNAVAILABLE)
  return (
    <details className="pay-discount">
      <summary>{texts.discount.open}</summary>
      <Field
        ref={ref}
        label={texts.discount.code}
        hint={texts.discount.hint}
        fault={advice}
        name="discountCode"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={DISCOUNT_CODE_INPUT_MAX}
        value={discountCode}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // it would order
          event.preventDefault()
          apply()
        }}
        onChange={(event) => dispatch({ kind: 'code', text: event.target.value })}
        beside={
          <QuietButton onClick={apply}>
            {isLooking ? texts.captcha.checking : texts.discount.apply}
          </QuietButton>
        }
      />
      <p className="pay-discount-found" role="status">
        {isWaiting ? texts.form.needsCaptcha : <FoundLine discount={form.discount} />}
      </p>
    </details>
  )
}

function FoundLine({ discount }: Pick<OrderFormState, 'discount'>) {
  const { texts, language, currency } = usePaymentContext()
  if (discount === null) return null
  const price = (amount: Cents) => formatPrice(language, amount, currency)
  return fill(texts.discount.found, {
    amount: price(discount.discountCents),
    price: price(discount.totalCents),
  })
}

interface OrderFailureProps {
  readonly failure: CallFailure | null
  readonly edition: EditionId
  readonly quantity: number
}

/** Why the order could not be submitted; empty while there is nothing to say. */
export function OrderFailure({ failure, edition, quantity }: OrderFailureProps) {
  const { texts } = usePaymentContext()
  // of a single copy: the stock does not cover any order
  const isSoldOut = failure?.code === 'OUT_OF_STOCK' && quantity === 1
  return (
    <div className="pay-failure" role="alert">
      {failure === null ? null : (
        <>
          <p>{texts.failure.general}</p>
          {failureLine(failure.code, texts) === null ? null : <p>{failureLine(failure.code, texts)}</p>}
          {isSoldOut ? <WaitingLink edition={edition} /> : null}
          {failure.status >= 500 && failure.requestId !== null ? (
            <p>
              <FillText
                text={texts.failure.reference}
                values={{ id: <Code key="id">{failure.requestId}</Code> }}
              />
            </p>
          ) : null}
        </>
      )}
    </div>
  )
}

function WaitingLink({ edition }: { readonly edition: EditionId }) {
  const { language, texts, editionName } = usePaymentContext()
  return (
    <p>
      <a href={`/waiting-list?edition=${edition}&lang=${language}`}>
        {fill(texts.waitingLink, { edition: editionName })}
      </a>
    </p>
  )
}
