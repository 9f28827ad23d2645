import {
  startTransition,
  useActionState,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import type { CreatePaymentRequest, OfferedRail } from '#shared/api.ts'
import { COINS } from '#shared/assets.ts'
import type { EditionId } from '#shared/editions.ts'
import { centsToNumber, type Cents } from '#shared/money.ts'
import { railOf } from '#shared/rails.ts'
import type { CallCode, CallFailure } from '#web/api/call-shop.ts'
import { viewCreatedPayment, type PaymentView } from '#web/api/payment-view.ts'
import { sendOrder } from '#web/api/payments.ts'
import { createSubmitIntent } from '#web/api/submit-intent.ts'
import { whenAdmitted } from '#web/api/when-admitted.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { useRails } from '#web/payment/use-payment.ts'
import { useIsHydrating } from '#web/ui/use-is-hydrating.ts'
import type { CaptchaMessage } from './captcha-state.ts'
import { formFaults, type FormFault } from './form-check.ts'
import {
  EMPTY_ORDER_FORM,
  isDiscountFault,
  isPayable,
  orderFormReducer,
  railState,
  type FoundDiscount,
} from './order-form-state.ts'
import { useDiscount } from './use-discount.ts'

export interface OrderFormProps {
  readonly edition: EditionId
  readonly quantity: number
  readonly totalCents: Cents
  /** What the typed code takes off, for the dialog's heading; null until it is found. */
  readonly onDiscount: (found: FoundDiscount | null) => void
  readonly onCreated: (payment: PaymentView, userEmail: string) => void
  readonly onClose: () => void
}

const NO_RAILS: readonly OfferedRail[] = []
/** For so long an order is sent again while the shop is busy. */
const BUSY_PATIENCE_MS = 120_000

/** The state of the order form, and what submits it. */
export function useOrderForm({
  edition,
  quantity,
  totalCents,
  onDiscount,
  onCreated,
}: Omit<OrderFormProps, 'onClose'>) {
  const { texts, language, outputNetworks, currency, hasCurrencyChoice = false } = usePaymentContext()
  const known = useRails(hasCurrencyChoice ? currency : null)
  const rails = useIsHydrating() ? NO_RAILS : known
  const [form, dispatch] = useReducer(orderFormReducer, EMPTY_ORDER_FORM)
  const [isVerified, setIsVerified] = useState(false)
  const [captcha, setCaptcha] = useState<{ round: number; message: CaptchaMessage | null }>({
    round: 0,
    message: null,
  })
  const [intent] = useState(createSubmitIntent)
  // the shop is busy: the order is sent again, as long as the form is open
  const [isQueued, setIsQueued] = useState(false)
  const [leaving] = useState(() => new AbortController())
  useEffect(() => () => leaving.abort(), [leaving])
  // an attempt that ends at a marked field does not leave the failure of an earlier one on the page
  const [isFailureOld, setIsFailureOld] = useState(false)
  const emailField = useRef<HTMLInputElement>(null)
  const addressField = useRef<HTMLInputElement>(null)
  const codeField = useRef<HTMLInputElement>(null)

  // The form may have been open as markup: what was picked and typed there is taken over before it is rendered again.
  const takeOver = useEffectEvent((fields: HTMLFormElement) => {
    const picked = new FormData(fields)
    const coin = COINS.find((one) => one === picked.get('coin'))
    if (coin !== undefined) dispatch({ kind: 'coin', coin, rails: known })
    const [email, address] = [picked.get('userEmail'), picked.get('walletAddress')]
    if (typeof email === 'string' && email !== '') dispatch({ kind: 'email', text: email })
    if (typeof address === 'string' && address !== '') dispatch({ kind: 'address', text: address })
    const code = picked.get('discountCode')
    if (typeof code === 'string' && code !== '') dispatch({ kind: 'code', text: code })
  })
  useLayoutEffect(() => {
    const fields = emailField.current?.form
    if (fields) takeOver(fields)
  }, [])

  // the verification removes the field that had the focus: it goes on to the next control, not back to the page
  useEffect(() => {
    if (!isVerified || document.activeElement !== document.body) return
    const fields = emailField.current?.form
    const next = fields?.querySelector<HTMLElement>('[type=submit]:enabled')
    const line = fields?.querySelector<HTMLElement>('.pay-captcha-passed')
    ;(next ?? line)?.focus()
  }, [isVerified])

  const mark = (faults: readonly FormFault[]) => {
    dispatch({ kind: 'faults', faults })
    const [first] = faults
    if (first === 'userEmail') emailField.current?.focus()
    if (first === 'walletAddress') addressField.current?.focus()
  }
  // a code that does not exist costs the verification
  const verifyAgain = (code: CallCode) => {
    if (code.startsWith('CAPTCHA_') || code === 'DISCOUNT_UNKNOWN')
      setCaptcha(({ round }) => ({ round: round + 1, message: 'again' }))
  }
  const markCode = (fault: CallCode) => {
    dispatch({ kind: 'codeRefused', fault })
    codeField.current?.closest('details')?.setAttribute('open', '')
    codeField.current?.focus()
  }
  const discount = useDiscount({
    ...{ form, dispatch, edition, quantity, isVerified },
    onRefused: (code) => {
      verifyAgain(code)
      if (!code.startsWith('CAPTCHA_')) markCode(code)
    },
  })
  useEffect(() => onDiscount(form.discount), [form.discount, onDiscount])
  const [failure, send, isSending] = useActionState(
    async (_before: CallFailure | null, request: CreatePaymentRequest): Promise<CallFailure | null> => {
      const outcome = await whenAdmitted(() => sendOrder(request, intent.keyFor(request), language), {
        signal: leaving.signal,
        patienceMs: BUSY_PATIENCE_MS,
        onBusy: () => setIsQueued(true),
      })
      setIsQueued(false)
      if (outcome.kind === 'ok') {
        const isSimulated = railState(request.cryptoNetwork, rails)?.simulated === true
        onCreated(viewCreatedPayment(outcome.reply, isSimulated), request.userEmail)
        return null
      }
      console.warn(`The payment was not created: ${outcome.code}. ${outcome.error}`)
      if (outcome.code === 'IDEMPOTENCY_CONFLICT') intent.forget()
      verifyAgain(outcome.code)
      if (isDiscountFault(outcome.code)) markCode(outcome.code)
      if (outcome.code === 'EMAIL_INVALID') mark(['userEmail'])
      if (outcome.code === 'ADDRESS_INVALID') mark(['walletAddress'])
      return outcome
    },
    null,
  )
  const { network } = form
  const canPay = network !== null && isPayable(network, rails)
  const reason = canPay ? (isVerified ? null : texts.form.needsCaptcha) : texts.form.needsCoin
  const submit = () => {
    if (network === null || reason !== null || isSending) return
    const faults = formFaults(form, outputNetworks)
    mark(faults)
    setIsFailureOld(faults.length > 0)
    if (faults.length > 0) return
    const userEmail = form.userEmail.trim()
    const discountCode = form.discountCode.trim()
    const request: CreatePaymentRequest = {
      userEmail,
      steamId: userEmail,
      walletAddress: form.walletAddress.trim(),
      edition,
      cryptoType: railOf(network).coin,
      cryptoNetwork: network,
      totalPrice: centsToNumber(totalCents, currency),
      quantity,
      ...(discountCode === '' ? {} : { discountCode }),
      ...(hasCurrencyChoice ? { currency } : {}),
    }
    startTransition(() => send(request))
  }
  return {
    form,
    dispatch,
    rails,
    captcha,
    onPassed: setIsVerified,
    emailField,
    addressField,
    codeField,
    discount,
    failure: isFailureOld ? null : failure,
    isSending,
    isQueued,
    /** Why the order cannot be submitted yet; null if it can. */
    reason,
    submit,
  }
}
