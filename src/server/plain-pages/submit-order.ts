import { randomUUID } from 'node:crypto'
import { createPayment } from '#server/payments/create-payment.ts'
import type { CreationRefusal } from '#server/payments/creation-refusal.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import { previewDiscount } from '#server/payments/preview-discount.ts'
import { railsIn } from '#server/payments/rails-in.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import type { EditionStock } from '#shared/visitor-api.ts'
import { CurrencyField, type ErrorCode } from '#shared/api.ts'
import type { Currency } from '#shared/currency.ts'
import type { DiscountPreview } from '#shared/discount-preview.ts'
import { findEdition, type Edition, type EditionId } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import { cents, centsFromNumber } from '#shared/money.ts'
import { priceIn } from '#shared/offered-prices.ts'
import type { EntryFault, OrderFaults, OrderFormFacts } from '#shared/plain-facts.ts'
import type { FormFields } from './form-fields.ts'
import { quantityOf, readOrderEntries, typedOrder } from './order-entries.ts'
import { checkTypedCode, challengeFor, type PlainCaptchaDeps } from './plain-captcha.ts'

/** Dependencies of the order form. */
export interface OrderFormDeps extends CreatePaymentDeps, PlainCaptchaDeps {
  readonly readEditions: () => Promise<readonly EditionStock[]>
  readonly editionName: (edition: EditionId, language: Language) => string
}

/** The sender of the form. */
export interface FormReader {
  readonly client: string
  readonly language: Language
  readonly named: Language | null
  /** Of the prices shown: the one in the URL or the form, else the stored choice, else the shop's. */
  readonly currency: Currency
  /** The captcha pass from the browser's cookie. */
  readonly pass: string | null
}

/** The created order, or the form to show again. `pass` is a new captcha pass for the browser's cookie. */
export type OrderFormResult =
  | { readonly kind: 'ordered'; readonly record: PaymentRecord; readonly maySetCookie: boolean }
  | {
      readonly kind: 'form'
      readonly status: number
      readonly facts: OrderFormFacts
      readonly pass: string | null
      readonly retryAfterS?: number
    }

const NO_FAULTS: OrderFaults = new Map()
/** The status of a form that cannot be sent because it has no captcha. */
const UNSHOWN_STATUS = { passed: null, picture: null, limited: 429, busy: 503 } as const
interface FormState {
  readonly status: number
  readonly faults?: OrderFaults
  readonly failure?: ErrorCode | null
  readonly pass?: string | null
  readonly isAgain?: boolean
  readonly retryAfterS?: number | undefined
  readonly discount?: OrderFormFacts['discount']
}

/**
 * Shows the form when it is opened, recalculated or gets another captcha. Only an invalid quantity is marked as a fault
 * yet.
 */
export async function showOrderForm(
  deps: OrderFormDeps,
  fields: FormFields,
  reader: FormReader,
): Promise<OrderFormResult> {
  const isCountable = quantityOf(typedOrder(fields, deps.onSale())) !== null
  return buildForm(deps, fields, reader, {
    status: isCountable ? 200 : 400,
    faults: isCountable ? NO_FAULTS : new Map([['quantity', 'invalid']]),
  })
}

/**
 * Shows the form with what the typed code takes off, or why it lowers no price. The captcha, if it was solved, is kept as a pass
 * in the browser's cookie: only a code that does not exist costs it.
 */
export async function showDiscount(
  deps: OrderFormDeps,
  fields: FormFields,
  reader: FormReader,
): Promise<OrderFormResult> {
  const { edition, discountCode, ...typed } = typedOrder(fields, deps.onSale())
  const quantity = quantityOf(typed)
  if (quantity === null || discountCode === '') return showOrderForm(deps, fields, reader)
  const { client, currency } = reader
  const { fresh, codeFault } = await readCaptcha(deps, fields, client)
  const request = { edition, quantity, discountCode, currency }
  const found = await previewDiscount(deps, request, { client, pass: fresh ?? reader.pass })
  return buildForm(deps, fields, reader, {
    ...('kind' in found ? stateOfRefusal(found, codeFault) : { status: 200, discount: inCents(found) }),
    pass: fresh,
  })
}

function inCents({ discount, price, currency }: DiscountPreview): OrderFormFacts['discount'] {
  const [discountCents, totalCents] = [discount, price].map((one) => centsFromNumber(one, currency))
  return discountCents == null || totalCents == null ? null : { discountCents, totalCents }
}

/** Submits in progress, by idempotency key. */
const pendingSubmits = new Map<string, Promise<OrderFormResult>>()

/**
 * Creates the order that a form describes. Resubmitting the form creates no second order, because of its idempotency key.
 * A concurrent resubmit waits for the first one: only one can spend the captcha's answer, and the other finds its order.
 */
export function submitOrder(
  deps: OrderFormDeps,
  fields: FormFields,
  reader: FormReader,
): Promise<OrderFormResult> {
  const key = fields.text('key')
  const submit = () => submitOnce(deps, fields, reader)
  // a form without a key cannot be recognized as a resubmit
  if (key === '') return submit()
  const before = pendingSubmits.get(key)
  const answer = before === undefined ? submit() : before.then(submit, submit)
  const forget = () => {
    if (pendingSubmits.get(key) === answer) pendingSubmits.delete(key)
  }
  pendingSubmits.set(key, answer)
  // the caller handles the rejection
  void answer.then(forget, forget)
  return answer
}

async function submitOnce(
  deps: OrderFormDeps,
  fields: FormFields,
  reader: FormReader,
): Promise<OrderFormResult> {
  const stock = await deps.readEditions()
  const entries = readOrderEntries(fields, {
    outputNetworks: deps.outputNetworks,
    shopCurrency: deps.policy.currency,
    currency: currencyOfForm(fields, deps.policy.currency),
    soldOut: new Set(stock.filter((one) => one.sold_out).map((one) => one.id)),
    editions: deps.onSale(),
  })
  const { fresh, codeFault } = await readCaptcha(deps, fields, reader.client)
  if (entries.kind === 'faulty') {
    const faults = new Map(entries.faults)
    if (codeFault !== null && codeFault !== 'missing') faults.set('code', codeFault)
    return buildForm(deps, fields, reader, { status: 400, faults, pass: fresh })
  }
  const result = await createPayment(deps, entries.request, {
    client: reader.client,
    language: reader.language,
    pass: fresh ?? reader.pass,
    idempotencyKey: entries.idempotencyKey,
  })
  if (result.kind !== 'refused') {
    const maySetCookie = result.kind === 'created' || result.isSameClient
    return { kind: 'ordered', record: result.record, maySetCookie }
  }
  return buildForm(deps, fields, reader, { ...stateOfRefusal(result, codeFault), pass: fresh })
}

/** One that is offered no more stays: it is refused, so that no price is taken for one in another currency. */
function currencyOfForm(fields: FormFields, shopCurrency: Currency): Currency {
  const named = CurrencyField.safeParse(fields.text('currency'))
  return named.success ? named.data : shopCurrency
}

/** A refusal that concerns one entry is shown at that entry, any other above the form. */
function stateOfRefusal(result: CreationRefusal, codeFault: EntryFault | null): FormState {
  const { status, code, retryAfterS } = result
  switch (code) {
    case 'ADDRESS_INVALID':
      return { status, faults: new Map([['walletAddress', 'invalid']]) }
    case 'EMAIL_INVALID':
      return { status, faults: new Map([['userEmail', 'invalid']]) }
    case 'CAPTCHA_REQUIRED':
      return { status, faults: new Map([['code', codeFault ?? 'again']]), isAgain: true }
    default:
      return { status, failure: code, retryAfterS }
  }
}

/** What the typed characters are worth: a pass for this browser, or the fault to show beside them. */
async function readCaptcha(
  deps: PlainCaptchaDeps,
  fields: FormFields,
  client: string,
): Promise<{ readonly fresh: string | null; readonly codeFault: EntryFault | null }> {
  const answer = await checkTypedCode(deps, fields, client)
  if (answer.kind === 'passed') return { fresh: answer.token, codeFault: null }
  return { fresh: null, codeFault: answer.kind === 'none' ? 'missing' : answer.kind }
}

async function buildForm(
  deps: OrderFormDeps,
  fields: FormFields,
  reader: FormReader,
  shown: FormState,
): Promise<OrderFormResult> {
  const typed = typedOrder(fields, deps.onSale())
  const quantity = quantityOf(typed)
  const [stock, states] = await Promise.all([deps.readEditions(), deps.railStates()])
  const { policy } = deps
  const rails = await railsIn(policy, states, reader.currency)
  const pass = shown.pass ?? null
  const captcha = await challengeFor(deps, {
    client: reader.client,
    pass: pass ?? reader.pass,
    isAgain: shown.isAgain ?? false,
  })
  const priceOf = (edition: Edition) =>
    priceIn(edition, reader.currency, policy.currency) ?? edition.priceCents
  const chosen = findEdition(deps.onSale(), typed.edition)
  const facts: OrderFormFacts = {
    named: reader.named,
    currency: reader.currency,
    editions: deps.onSale().map((edition) => ({
      id: edition.id,
      name: deps.editionName(edition.id, reader.language),
      priceCents: priceOf(edition),
      isSoldOut: stock.some((one) => one.id === edition.id && one.sold_out),
      hasKeysOnRelease: stock.some((one) => one.id === edition.id && one.keys_on_release),
    })),
    rails,
    typed,
    totalCents: quantity === null || chosen === undefined ? null : cents(priceOf(chosen) * quantity),
    discount: shown.discount ?? null,
    idempotencyKey: randomUUID(),
    captcha,
    faults: shown.faults ?? NO_FAULTS,
    failure: shown.failure ?? null,
  }
  const ofCaptcha = UNSHOWN_STATUS[captcha.kind]
  const status = ofCaptcha === null || shown.status >= 400 ? shown.status : ofCaptcha
  const retryAfterS = shown.retryAfterS ?? (captcha.kind === 'busy' ? captcha.retryAfterS : undefined)
  return { kind: 'form', status, facts, pass, ...(retryAfterS === undefined ? {} : { retryAfterS }) }
}
