import type { WrongPrices } from '#shared/bulletins-api.ts'
import { centsFromNumber, centsToNumber, cents } from '#shared/money.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { localTime } from '#web/admin/local-time.ts'
import { MomentField } from '#web/admin/moment-field.tsx'
import { HintedField } from '#web/admin/text-field.tsx'

/** What is typed: times of the reader's own clock, and dollars. */
export interface TypedPrices {
  readonly from: string
  readonly to: string
  readonly dollars: string
}

/** The stored prices as they are typed; empty without any. */
export function typedPrices(prices: WrongPrices | undefined): TypedPrices {
  if (prices === undefined) return { from: '', to: '', dollars: '' }
  return {
    from: localTime(prices.from),
    to: localTime(prices.to),
    dollars: String(centsToNumber(cents(prices.rightCents))),
  }
}

/** Null while something is missing. */
export function readPrices({ from, to, dollars }: TypedPrices): WrongPrices | null {
  const [start, end] = [new Date(from), new Date(to)]
  const right = dollars.trim() === '' ? null : centsFromNumber(Number(dollars))
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime()) || right === null || right < 1) return null
  return start < end ? { from: start.toISOString(), to: end.toISOString(), rightCents: right } : null
}

interface WrongPriceFieldsProps {
  readonly typed: TypedPrices
  readonly onChange: (typed: TypedPrices) => void
}

/** When the wrong price was published, and what a copy should have cost. */
export function WrongPriceFields({ typed, onChange }: WrongPriceFieldsProps) {
  const words = useAdmin().texts.bulletins
  return (
    <>
      <MomentField
        label={words.wrongFrom}
        moment={typed.from}
        onChoose={(from) => onChange({ ...typed, from })}
      />
      <MomentField label={words.wrongTo} moment={typed.to} onChoose={(to) => onChange({ ...typed, to })} />
      <HintedField
        label={words.rightPrice}
        type="number"
        min="0.01"
        step="0.01"
        value={typed.dollars}
        hint={words.rightPriceHint}
        onType={(dollars) => onChange({ ...typed, dollars })}
      />
    </>
  )
}
