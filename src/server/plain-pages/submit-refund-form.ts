import type { OrderPageDeps } from '#server/order-page/order-page-deps.ts'
import { requestBuyerRefund } from '#server/order-page/request-buyer-refund.ts'
import { railOfRecord, type PaymentRecord } from '#server/payments/payment-record.ts'
import { addressFault } from '#shared/address-fault.ts'
import type { ErrorCode } from '#shared/api.ts'
import { BUYER_REASON_MAX, QUANTITY_MAX } from '#shared/constants.ts'
import { REFUND_FIELDS, type RefundField, type RefundFormFacts } from '#shared/plain-facts.ts'
import type { FormFields } from './form-fields.ts'

/** The outcome of {@link submitRefundForm}. `faulty`: the form to show again. */
export type RefundFormResult =
  | { readonly kind: 'asked' | 'already' | 'changed' }
  | { readonly kind: 'faulty'; readonly status: number; readonly form: RefundFormFacts }

export const EMPTY_REFUND_FORM: RefundFormFacts = {
  typed: { copies: '', address: '', addressAgain: '', reason: '' },
  faults: [],
  failure: null,
}

/** The entry at which a refusal is shown; other refusals are shown above the form. */
const FIELD_OF: ReadonlyMap<ErrorCode, RefundField> = new Map([
  ['ADDRESS_INVALID', 'address'],
  ['REFUND_TOO_MANY', 'copies'],
])

type RefundFormDeps = Pick<OrderPageDeps, 'db' | 'clock' | 'terms' | 'freezeChecks'>

/** Requests the refund that a form describes. The caller must have checked the order's second secret. */
export async function submitRefundForm(
  deps: RefundFormDeps,
  order: PaymentRecord,
  fields: FormFields,
): Promise<RefundFormResult> {
  const typed = {
    copies: fields.text('copies').trim(),
    address: fields.text('address').trim(),
    addressAgain: fields.text('addressAgain').trim(),
    // browsers count a line end as one character, and send two
    reason: fields.text('reason').replaceAll('\r\n', '\n').trim(),
  }
  const faults = findFaults(deps, order, typed, fields.text('sure') === 'yes')
  if (faults.length > 0) return { kind: 'faulty', status: 400, form: { typed, faults, failure: null } }
  const { copies, address, reason } = typed
  const asked = await requestBuyerRefund(deps, order, {
    quantity: copies === '' ? undefined : Number(copies),
    copiesLeft: copiesLeftOf(fields),
    address: address === '' ? undefined : address,
    reason,
  })
  if (asked.kind !== 'refused') return { kind: asked.kind }
  const field = FIELD_OF.get(asked.code)
  const shown = field === undefined ? { faults: [], failure: asked.code } : { faults: [field], failure: null }
  return { kind: 'faulty', status: asked.status, form: { typed, ...shown } }
}

function findFaults(
  { terms }: RefundFormDeps,
  order: PaymentRecord,
  typed: RefundFormFacts['typed'],
  isSure: boolean,
): readonly RefundField[] {
  const { network } = railOfRecord(order)
  const hasOther = typed.address !== '' || typed.addressAgain !== ''
  const isWrong: Readonly<Record<RefundField, boolean>> = {
    copies: typed.copies !== '' && !isCount(typed.copies),
    address: hasOther && addressFault(network, typed.address, terms.outputNetworks) !== null,
    addressAgain: hasOther && typed.address !== typed.addressAgain,
    reason: typed.reason.length > BUYER_REASON_MAX,
    sure: !isSure,
  }
  return REFUND_FIELDS.filter((field) => isWrong[field])
}

function isCount(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= QUANTITY_MAX
}

/**
 * The number of copies left when the form was shown; NaN if the form does not contain it, so that it matches nothing.
 */
function copiesLeftOf(fields: FormFields): number {
  const left = fields.text('left')
  return /^\d{1,3}$/.test(left) ? Number(left) : Number.NaN
}
