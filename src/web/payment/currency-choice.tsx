import type { Currency } from '#shared/currency.ts'
import type { Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'
import { Latin } from '#web/ui/fill-text.tsx'

interface CurrencyChoiceProps {
  readonly language: Language
  readonly label: string
  /** The currencies offered. Of one there is nothing to choose. */
  readonly currencies: readonly Currency[]
  /** Of the prices that are shown. */
  readonly currency: Currency
  /** The same page with the prices in a currency. */
  readonly hrefOf: (currency: Currency) => string
  /** Where every other link opens a tab of its own. */
  readonly target?: '_self'
}

/** The currencies of the prices, each a link to the same page with prices in it. */
export function CurrencyChoice(props: CurrencyChoiceProps) {
  const { language, label, currencies, currency, hrefOf, target } = props
  if (currencies.length < 2) return null
  const names = new Intl.DisplayNames(localeOf(language), { type: 'currency' })
  return (
    <nav className="currencies" aria-label={label}>
      <span aria-hidden="true">{label}</span>
      <ul>
        {currencies.map((one) => (
          <li key={one}>
            <a
              href={hrefOf(one)}
              rel="nofollow"
              target={target}
              aria-current={one === currency ? 'true' : undefined}
            >
              <Latin>{one}</Latin> <span className="visually-hidden">{names.of(one)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
