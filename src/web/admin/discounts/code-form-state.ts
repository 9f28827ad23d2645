import { currencyDecimals, type Currency } from '#shared/currency.ts'
import { DiscountCreation } from '#shared/discounts-api.ts'
import { parseAmount } from '#shared/money.ts'

/** What was typed into the form for new codes. */
export interface CodeFormState {
  readonly name: string
  readonly kind: 'percent' | 'amount'
  readonly value: string
  /** Of an amount; empty: the shop's own. */
  readonly currency: Currency
  /** Empty: all. */
  readonly edition: string
  /** Empty: no limit. */
  readonly uses: string
  readonly perMailbox: string
  /** Moments of the reader's clock; empty for none. */
  readonly from: string
  readonly until: string
  /** Empty: generated. */
  readonly code: string
  readonly count: string
}

export const EMPTY_CODE_FORM: CodeFormState = {
  name: '',
  kind: 'percent',
  value: '',
  currency: '',
  edition: '',
  uses: '',
  perMailbox: '',
  from: '',
  until: '',
  code: '',
  count: '1',
}

/** The request that the form describes; null if an entry is not valid. */
export function toCreation(form: CodeFormState, shopCurrency: Currency): DiscountCreation | null {
  const code = form.code.trim()
  const isChosen = form.kind === 'amount' && form.currency !== ''
  const currency = isChosen ? form.currency : shopCurrency
  const parsed = DiscountCreation.safeParse({
    code: code === '' ? null : code,
    count: code === '' ? Number(form.count) : 1,
    content: {
      name: form.name,
      percent: form.kind === 'percent' ? whole(form.value) : null,
      amountCents: form.kind === 'amount' ? readCents(form.value, currency) : null,
      ...(currency === shopCurrency ? {} : { currency }),
      edition: form.edition === '' ? null : form.edition,
      uses: whole(form.uses),
      usesPerMailbox: whole(form.perMailbox),
      from: moment(form.from),
      until: moment(form.until),
    },
  })
  return parsed.success ? parsed.data : null
}

/** Empty is no limit; what is no number is refused by the schema. */
function whole(text: string): number | null {
  return text.trim() === '' ? null : Number(text.trim())
}

/** An amount of the currency, also with the comma of many languages. */
function readCents(text: string, currency: Currency): number {
  try {
    return Number(parseAmount(text.trim().replace(',', '.'), currencyDecimals(currency)))
  } catch {
    // refused by the schema
    return Number.NaN
  }
}

function moment(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}
