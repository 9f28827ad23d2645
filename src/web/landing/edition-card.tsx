import type { Currency } from '#shared/currency.ts'
import { cents } from '#shared/money.ts'
import type { Language } from '#shared/languages.ts'
import { fill, formatCount, formatPrice, plural } from '#texts/format.ts'
import type { EditionOffer, PreOrderProps } from './pre-order-props.ts'

interface EditionCardProps {
  readonly language: Language
  readonly texts: PreOrderProps['texts']
  readonly edition: EditionOffer
  readonly currency: Currency
  readonly quantity: number
  /** Null if no line is shown. */
  readonly count: number | null
  readonly isOpening: boolean
  readonly isSoldOut: boolean
  readonly waitingLink: string | undefined
  readonly onOrder: () => void
}

/** One edition: its total for the chosen quantity, its contents, and the order button. */
export function EditionCard(props: EditionCardProps) {
  const { language, texts, edition, currency, quantity, count, isOpening, isSoldOut, onOrder } = props
  const total = formatPrice(language, cents(edition.priceCents * quantity), currency)
  return (
    <article
      className="edition"
      data-edition={edition.id}
      data-best={edition.isBestValue || undefined}
      data-sold-out={isSoldOut || undefined}
      aria-labelledby={`edition-${edition.id}`}
    >
      {edition.isBestValue ? <p className="badge">{texts.bestValue}</p> : null}
      {edition.picture === '' ? null : (
        <div className="edition-picture" dangerouslySetInnerHTML={{ __html: edition.picture }} />
      )}
      <h3 id={`edition-${edition.id}`}>{edition.name}</h3>
      <p className="edition-pitch">{edition.pitch}</p>
      <div className="edition-price">
        <data className="edition-total" value={edition.priceCents * quantity} suppressHydrationWarning>
          {total}
        </data>
        {quantity > 1 ? (
          <span className="edition-each">
            {fill(texts.each, { price: formatPrice(language, edition.priceCents, currency) })}
          </span>
        ) : null}
        {count === null ? null : (
          <span className="edition-count">{plural(language, texts.purchased, count)}</span>
        )}
      </div>
      <p className="edition-digital">{texts.digital}</p>
      <ul className="checklist" aria-label={texts.included}>
        {edition.features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <button
        type="submit"
        className="button order"
        name="edition"
        value={edition.id}
        disabled={isSoldOut}
        aria-busy={isOpening || undefined}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault()
          onOrder()
        }}
      >
        {isSoldOut ? texts.soldOut : orderLabel(props)}
      </button>
      {isSoldOut && props.waitingLink !== undefined ? (
        <p className="edition-pitch">
          <a href={`/waiting-list?edition=${edition.id}&lang=${language}`}>
            {fill(props.waitingLink, { edition: edition.name })}
          </a>
        </p>
      ) : null}
    </article>
  )
}

function orderLabel({ language, texts, quantity }: EditionCardProps): string {
  if (quantity === 1) return texts.order
  return fill(texts.orderMany, { count: formatCount(language, quantity) })
}
