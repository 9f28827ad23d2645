import type { ReactNode } from 'react'
import type { Currency } from '#shared/currency.ts'
import { localeOf } from '#shared/locale-of.ts'
import { AdminContext, useAdmin } from './admin-context.ts'
import { SelectField } from './select-field.tsx'

interface CurrencySelectProps {
  readonly currency: Currency
  /** Of one there is nothing to choose. */
  readonly currencies: readonly Currency[]
  readonly onChoose: (currency: Currency) => void
}

/** A choice of the currency of amounts, which are never sums of several. */
export function CurrencySelect({ currency, currencies, onChoose }: CurrencySelectProps) {
  const { texts, language } = useAdmin()
  const options = [...new Set([...currencies, currency])]
  if (options.length < 2) return null
  const names = new Intl.DisplayNames(localeOf(language), { type: 'currency' })
  return (
    <SelectField
      label={texts.shell.currency}
      value={currency}
      options={options}
      nameOf={(one) => `${one} · ${names.of(one) ?? one}`}
      onChoose={onChoose}
    />
  )
}

interface InCurrencyProps {
  readonly currency: Currency
  readonly children: ReactNode
}

/** Shows the amounts in it in a currency that was chosen. */
export function InCurrency({ currency, children }: InCurrencyProps) {
  const admin = useAdmin()
  return <AdminContext value={{ ...admin, currency }}>{children}</AdminContext>
}
