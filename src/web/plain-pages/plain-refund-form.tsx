import { BUYER_REASON_MAX } from '#shared/constants.ts'
import type { RefundField, RefundFormFacts } from '#shared/plain-facts.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { FillText } from '#web/ui/fill-text.tsx'
import { plural, fill, formatCount } from '#texts/format.ts'
import type { OrderPartProps } from './plain-order-props.ts'
import { CODE_ENTRY, FaultSummary, FieldFault, PlainField } from './plain-field.tsx'
import { LanguageField } from './plain-page.tsx'
import { AddressCode } from '#web/payment/address-code.tsx'
import type { ErrorCode } from '#shared/api.ts'
import type { BuyerOrder } from '#shared/buyer-api.ts'
import type { Language } from '#shared/languages.ts'
import { describeAddressFault } from '#web/payment/describe-address-fault.ts'

/** Which copies to refund, to which address, and why. */
export function PlainRefundForm(props: OrderPartProps) {
  const { facts, plain, order } = props
  const texts = plainTextsOf(facts.language).order.refund
  const { faults } = plain.refund
  const failure = refundFailure(facts.language, plain.refund.failure)
  const summary = [
    ...(failure === null ? [] : [{ id: null, text: failure }]),
    ...faults.map((id) => ({ id, text: describeRefundFault(facts.language, order, plain.refund, id) })),
  ]
  return (
    <form className="panel plain-form" method="post" action={`/order/${order.payment.id}/refund`} noValidate>
      <LanguageField named={plain.named} />
      <input type="hidden" name="left" value={order.copiesLeft} />
      <FaultSummary heading={plainTextsOf(facts.language).faults} faults={summary} />
      <Copies {...props} />
      {order.refundAddress === null ? null : (
        <p>
          <FillText text={texts.to} values={{ address: <AddressCode address={order.refundAddress} /> }} />
        </p>
      )}
      <AddressFields {...props} />
      <Reason {...props} />
      <AddressConfirmation {...props} />
      <button type="submit" className="button button-quiet">
        {texts.submit}
      </button>
    </form>
  )
}

/** Returns the error message of a field, and whether it receives the focus. */
function faultIn({ facts, plain, order }: OrderPartProps, id: RefundField) {
  const { faults } = plain.refund
  return {
    fault: faults.includes(id) ? describeRefundFault(facts.language, order, plain.refund, id) : null,
    autoFocus: faults[0] === id,
  }
}

function Copies(props: OrderPartProps) {
  const { facts, plain, order } = props
  const texts = plainTextsOf(facts.language).order.refund
  const { copiesLeft } = order
  if (order.isWholeOnly) return <p>{texts.wholeOnly}</p>
  return (
    <PlainField
      id="copies"
      label={texts.copies}
      hint={plural(facts.language, texts.copiesHint, copiesLeft)}
      {...faultIn(props, 'copies')}
      type="number"
      inputMode="numeric"
      min={1}
      max={copiesLeft}
      defaultValue={plain.refund.typed.copies === '' ? copiesLeft : plain.refund.typed.copies}
      autoComplete="off"
    />
  )
}

function AddressFields(props: OrderPartProps) {
  const { facts, plain } = props
  const texts = plainTextsOf(facts.language).order.refund
  return (
    <>
      <PlainField
        id="address"
        label={texts.elsewhere}
        hint={texts.elsewhereHint}
        {...faultIn(props, 'address')}
        {...CODE_ENTRY}
        defaultValue={plain.refund.typed.address}
      />
      <PlainField
        id="addressAgain"
        label={texts.again}
        hint={texts.againHint}
        {...faultIn(props, 'addressAgain')}
        {...CODE_ENTRY}
        defaultValue={plain.refund.typed.addressAgain}
      />
    </>
  )
}

function Reason(props: OrderPartProps) {
  const { facts, plain } = props
  const { fault, autoFocus } = faultIn(props, 'reason')
  return (
    <div className="pay-field">
      <label htmlFor="reason">{plainTextsOf(facts.language).order.refund.reason}</label>
      <textarea
        id="reason"
        name="reason"
        rows={3}
        maxLength={BUYER_REASON_MAX}
        defaultValue={plain.refund.typed.reason}
        autoFocus={autoFocus}
        aria-invalid={fault === null ? undefined : true}
        aria-describedby={fault === null ? undefined : 'reason-fault'}
      />
      <FieldFault id="reason" fault={fault} />
    </div>
  )
}

/** Never checked by default: not even when the rest of the input is restored. */
function AddressConfirmation(props: OrderPartProps) {
  const { fault, autoFocus } = faultIn(props, 'sure')
  return (
    <div className="pay-field">
      <label className="plain-tick">
        <input
          type="checkbox"
          id="sure"
          name="sure"
          value="yes"
          autoFocus={autoFocus}
          aria-invalid={fault === null ? undefined : true}
          aria-describedby={fault === null ? undefined : 'sure-fault'}
        />
        <span>{plainTextsOf(props.facts.language).order.refund.acceptInvalidKeys}</span>
      </label>
      <FieldFault id="sure" fault={fault} />
    </div>
  )
}

/** Returns the error message of a field of the refund form. */
function describeRefundFault(
  language: Language,
  order: BuyerOrder,
  { typed }: RefundFormFacts,
  field: RefundField,
): string {
  const texts = plainTextsOf(language).order.refund
  switch (field) {
    case 'copies':
      return fill(texts.copiesFault, { count: formatCount(language, order.copiesLeft) })
    case 'address':
      return describeAddressFault(siteTextsOf(language).checkout, order.payment.crypto_network, typed.address)
    case 'addressAgain':
      return texts.againFault
    case 'reason':
      return fill(texts.reasonFault, { count: formatCount(language, BUYER_REASON_MAX) })
    case 'sure':
      return texts.acceptInvalidKeysFault
  }
}

/** Returns why a refund was rejected, if no field explains it. */
function refundFailure(language: Language, code: ErrorCode | null): string | null {
  if (code === null) return null
  const texts = plainTextsOf(language)
  return code === 'RATE_LIMITED' ? texts.notice.limited : texts.order.refund.failed
}
