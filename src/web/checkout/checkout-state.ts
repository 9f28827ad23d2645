import { needsNoAction } from '#web/payment/explain-payment.ts'
import type { PaymentStatus } from '#shared/payment-status.ts'
import type { PaymentView } from '#web/api/payment-view.ts'

/** The state of the verification screen. */
export type Check =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'confirmed' }
  /** `isUnanswered`: the shop could not be reached, which says nothing about the payment. */
  | { readonly kind: 'failed'; readonly isUnanswered: boolean }

/** The steps of the dialog: form, payment, verification, and the two closing screens. */
export type CheckoutState =
  | { readonly step: 'form' }
  | { readonly step: 'loading'; readonly paymentId: string; readonly next: 'payment' | 'verification' }
  | { readonly step: 'missing' }
  | { readonly step: 'payment'; readonly payment: PaymentView }
  | {
      readonly step: 'verification'
      readonly payment: PaymentView
      readonly check: Check
      readonly attempts: number
    }
  | { readonly step: 'invoice'; readonly payment: PaymentView }
  | { readonly step: 'refunded'; readonly payment: PaymentView }

export type CheckoutEvent =
  | { readonly kind: 'created'; readonly payment: PaymentView }
  /** The payment was read from the server: on opening, on a live hint, by polling. */
  | { readonly kind: 'read'; readonly payment: PaymentView }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'sentIt' }
  | { readonly kind: 'back' }
  | { readonly kind: 'checkStarted' }
  | { readonly kind: 'checkAnswered'; readonly isFound: boolean; readonly isConfirmed: boolean }
  | { readonly kind: 'checkUnanswered' }
  | { readonly kind: 'tryAgain' }
  | { readonly kind: 'invoiceDue' }
  | { readonly kind: 'startOver' }

const WAITING: Check = { kind: 'waiting' }

/** Whether a payment was detected, whatever its status since. */
export function isFound(status: PaymentStatus): boolean {
  return status === 'partial' || status === 'detected' || status === 'review' || status === 'confirmed'
}

/** Advances the dialog. Events without a meaning in a step change nothing, so late replies do no harm. */
export function checkoutReducer(state: CheckoutState, event: CheckoutEvent): CheckoutState {
  switch (event.kind) {
    case 'created':
      return state.step === 'form' ? withStatus({ step: 'payment', payment: event.payment }) : state
    case 'read':
      return afterRead(state, event.payment)
    case 'notFound':
      return state.step === 'loading' ? { step: 'missing' } : state
    case 'sentIt':
      return state.step === 'payment' ? verification(state.payment) : state
    case 'back':
      return state.step === 'verification' && mayGoBack(state)
        ? { step: 'payment', payment: state.payment }
        : state
    case 'invoiceDue':
      return state.step === 'verification' && state.check.kind === 'confirmed'
        ? { step: 'invoice', payment: state.payment }
        : state
    case 'startOver':
      return { step: 'form' }
    default:
      return state.step === 'verification' ? afterCheck(state, event) : state
  }
}

/** The panel says what to send, so it is left for good once nothing is to be sent any more. */
function mayGoBack({ check, payment }: Verification): boolean {
  return check.kind !== 'confirmed' && !needsNoAction(payment)
}

type Verification = Extract<CheckoutState, { step: 'verification' }>
type CheckEvent = Extract<
  CheckoutEvent,
  { kind: 'checkStarted' | 'checkAnswered' | 'checkUnanswered' | 'tryAgain' }
>

function verification(payment: PaymentView): Verification {
  return { step: 'verification', payment, check: WAITING, attempts: 0 }
}

function afterCheck(state: Verification, event: CheckEvent): CheckoutState {
  const kind = state.check.kind
  switch (event.kind) {
    case 'checkStarted':
      if (kind !== 'waiting') return state
      return { ...state, check: { kind: 'checking' }, attempts: state.attempts + 1 }
    case 'checkAnswered':
      if (kind !== 'checking') return state
      if (event.isConfirmed) return { ...state, check: { kind: 'confirmed' } }
      return { ...state, check: event.isFound ? WAITING : { kind: 'failed', isUnanswered: false } }
    case 'checkUnanswered':
      if (kind !== 'checking') return state
      // A buyer whose payment was detected never sees "not found".
      return {
        ...state,
        check: isFound(state.payment.status) ? WAITING : { kind: 'failed', isUnanswered: true },
      }
    case 'tryAgain':
      return kind === 'failed' ? { ...state, check: WAITING } : state
  }
}

function afterRead(state: CheckoutState, payment: PaymentView): CheckoutState {
  switch (state.step) {
    case 'form':
    case 'missing':
      return state
    case 'loading':
      if (payment.id !== state.paymentId) return state
      return resumeAt(payment, state.next)
    case 'payment':
      if (payment.id !== state.payment.id) return state
      return afterReadOnPanel(state.payment, payment)
    case 'verification':
      if (payment.id !== state.payment.id) return state
      return withStatus({ ...state, payment, check: checkAfterRead(state.check, payment) })
    case 'invoice':
    case 'refunded':
      if (payment.id !== state.payment.id) return state
      return afterReadOnClosingScreen(state, payment)
  }
}

/** A stored payment opens at its step; a confirmed one at its invoice, without the two-second delay. */
function resumeAt(payment: PaymentView, next: 'payment' | 'verification'): CheckoutState {
  if (payment.status === 'confirmed') return { step: 'invoice', payment }
  const isDetected = isFound(payment.status) || needsNoAction(payment)
  return withStatus(
    next === 'verification' || isDetected ? verification(payment) : { step: 'payment', payment },
  )
}

/**
 * The panel advances when a payment is first detected, and when nothing is left to send. A buyer who went back to it to
 * send the rest of a partial payment stays.
 */
function afterReadOnPanel(before: PaymentView, payment: PaymentView): CheckoutState {
  const isFirstDetection = isFound(payment.status) && !isFound(before.status)
  const isOver = payment.status === 'confirmed' || needsNoAction(payment)
  return withStatus(isFirstDetection || isOver ? verification(payment) : { step: 'payment', payment })
}

function checkAfterRead(check: Check, payment: PaymentView): Check {
  if (payment.status === 'confirmed') return { kind: 'confirmed' }
  if (check.kind === 'confirmed') return WAITING
  return check.kind === 'failed' && isFound(payment.status) ? WAITING : check
}

/** A status may be reverted: a reorg can remove a payment from the chain. */
function afterReadOnClosingScreen(
  state: Extract<CheckoutState, { step: 'invoice' | 'refunded' }>,
  payment: PaymentView,
): CheckoutState {
  if (payment.status === 'refunded') return { step: 'refunded', payment }
  if (payment.status === 'confirmed') return { step: 'invoice', payment }
  return state.step === 'refunded' ? { ...state, payment } : verification(payment)
}

/** The transitions that depend on the payment's status alone. */
function withStatus(state: Extract<CheckoutState, { step: 'payment' | 'verification' }>): CheckoutState {
  const { payment } = state
  if (payment.status === 'refunded') return { step: 'refunded', payment }
  if (payment.status !== 'confirmed') return state
  return state.step === 'verification'
    ? { ...state, check: { kind: 'confirmed' } }
    : { ...verification(payment), check: { kind: 'confirmed' } }
}
