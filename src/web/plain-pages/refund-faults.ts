import type { ErrorCode } from '#shared/api.ts'
import type { BuyerOrder } from '#shared/buyer-api.ts'
import { BUYER_REASON_MAX } from '#shared/constants.ts'
import type { Language } from '#shared/languages.ts'
import type { RefundField, RefundFormFacts } from '#shared/plain-facts.ts'
import { describeAddressFault } from '#web/payment/describe-address-fault.ts'
import { fill, formatCount } from '#texts/format.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'

/** Returns the error message of a field of the refund form. */
export function describeRefundFault(
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
export function refundFailure(language: Language, code: ErrorCode | null): string | null {
  if (code === null) return null
  const texts = plainTextsOf(language)
  return code === 'RATE_LIMITED' ? texts.notice.limited : texts.order.refund.failed
}
