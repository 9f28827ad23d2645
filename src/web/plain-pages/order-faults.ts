import { QUANTITY_MAX, QUANTITY_MIN } from '#shared/constants.ts'
import type { Language } from '#shared/languages.ts'
import { ORDER_FIELDS, type EntryFault, type OrderField, type OrderFormFacts } from '#shared/plain-facts.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { failureLine } from '#web/payment/failure-line.ts'
import { fill, formatCount } from '#texts/format.ts'

/** An error message about a submitted order; `id` is the field's, or null if it concerns the whole order. */
export interface FaultMessage {
  readonly id: OrderField | null
  readonly text: string
}

/** Returns all error messages: those about the whole order first, then in the order of the form. */
export function orderFaults(language: Language, form: OrderFormFacts): readonly FaultMessage[] {
  const ofFields = ORDER_FIELDS.flatMap((id) => {
    const fault = form.faults.get(id)
    return fault === undefined ? [] : [{ id, text: describeFault(language, form, id, fault) }]
  })
  return [...describeFailure(language, form), ...ofFields]
}

export function faultOf(faults: readonly FaultMessage[], id: OrderField): string | null {
  return faults.find((one) => one.id === id)?.text ?? null
}

/** The first invalid field receives the focus. */
export function isFirstFault(faults: readonly FaultMessage[], id: OrderField): boolean {
  return faults.find((one) => one.id !== null)?.id === id
}

function describeFailure(language: Language, { failure }: OrderFormFacts): readonly FaultMessage[] {
  if (failure === null) return []
  const { checkout } = siteTextsOf(language)
  const line =
    failure === 'IDEMPOTENCY_CONFLICT'
      ? plainTextsOf(language).form.sentBefore
      : failureLine(failure, checkout)
  const id = failure.startsWith('DISCOUNT_') ? 'discountCode' : null
  if (id !== null && line !== null) return [{ id, text: line }]
  return [{ id: null, text: [checkout.failure.general, ...(line === null ? [] : [line])].join(' ') }]
}

function describeFault(language: Language, form: OrderFormFacts, id: OrderField, fault: EntryFault): string {
  const { form: texts, captcha } = siteTextsOf(language).checkout
  const plain = plainTextsOf(language).form
  switch (id) {
    case 'edition':
      return form.editions.length > 1 ? plain.editionFault : plain.onlyEditionFault
    case 'quantity':
      return fill(plain.quantityFault, {
        min: formatCount(language, QUANTITY_MIN),
        max: formatCount(language, QUANTITY_MAX),
      })
    case 'network':
      return texts.needsCoin
    case 'userEmail':
      return texts.emailFault
    case 'walletAddress':
      if (form.typed.network === null) return plain.addressMissing
      return fault === 'checksum' ? texts.addressChecksum : texts.addressFault[form.typed.network]
    // its faults are refusals of the order
    case 'discountCode':
      return siteTextsOf(language).checkout.failure.DISCOUNT_UNKNOWN
    case 'code':
      return fault === 'failed' || fault === 'expired' || fault === 'again'
        ? captcha[fault]
        : plain.codeMissing
  }
}
