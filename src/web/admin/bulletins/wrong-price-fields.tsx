import { fill } from '#texts/format.ts'
import { currencyDecimals, type Currency } from '#shared/currency.ts'
import type { WrongPrices } from '#shared/bulletins-api.ts'
import { centsFromNumber, centsToNumber, cents } from '#shared/money.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { CurrencySelect } from '#web/admin/currency-select.tsx'
import { localTime } from '#web/admin/local-time.ts'
import { MomentField } from '#web/admin/moment-field.tsx'
import { HintedField } from '#web/admin/text-field.tsx'

/** What is typed: times of the reader's own clock, the amount and its currency. */
export interface TypedPrices {
  readonly from: string
  readonly to: string
  readonly amount: string
  readonly currency: Currency
}

/** The stored prices as they are typed; empty without any. */
export function typedPrices(prices: WrongPrices | undefined, shopCurrency: Currency): TypedPrices {
  if (prices === undefined) return { from: '', to: '', amount: '', currency: shopCurrency }
  return {
    from: localTime(prices.from),
    to: localTime(prices.to),
    amount: String(centsToNumber(cents(prices.rightCents), prices.currency)),
    currency: prices.currency,
  }
}

/** Null while something is missing. */
export function readPrices({ from, to, amount, currency }: TypedPrices): WrongPrices | null {
  const [start, end] = [new Date(from), new Date(to)]
  const right = amount.trim() === '' ? null : centsFromNumber(Number(amount), currency)
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime()) || right === null || right < 1) return null
  if (start >= end) return null
  return { from: start.toISOString(), to: end.toISOString(), currency, rightCents: right }
}

interface WrongPriceFieldsProps {
  readonly typed: TypedPrices
  readonly onChange: (typed: TypedPrices) => void
}

/** When the wrong price was published, and what a copy should have cost. */
export function WrongPriceFields({ typed, onChange }: WrongPriceFieldsProps) {
  const { texts, currencies } = useAdmin()
  const { currency } = typed
  const words = texts.bulletins
  const step = String(10 ** -currencyDecimals(currency))
  return (
    <>
      <MomentField
        label={words.wrongFrom}
        moment={typed.from}
        onChoose={(from) => onChange({ ...typed, from })}
      />
      <MomentField label={words.wrongTo} moment={typed.to} onChoose={(to) => onChange({ ...typed, to })} />
      <CurrencySelect
        currency={currency}
        currencies={currencies}
        onChoose={(chosen) => onChange({ ...typed, currency: chosen })}
      />
      <HintedField
        label={fill(words.rightPrice, { currency })}
        type="number"
        min={step}
        step={step}
        value={typed.amount}
        hint={words.rightPriceHint}
        onType={(amount) => onChange({ ...typed, amount })}
      />
    </>
  )
}
