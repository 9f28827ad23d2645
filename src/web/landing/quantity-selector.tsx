import { useState } from 'react'
import { QUANTITY_MAX, QUANTITY_MIN } from '#shared/constants.ts'
import type { Language } from '#shared/languages.ts'
import { fill, formatCount } from '#texts/format.ts'
import type { PreOrderProps } from './pre-order-props.ts'
import { readQuantity } from './read-quantity.ts'

interface QuantitySelectorProps {
  readonly language: Language
  readonly texts: PreOrderProps['texts']
  readonly quantity: number
  readonly onQuantity: (next: (quantity: number) => number) => void
}

/** Minus, a numeric input and plus. Typed values outside 1 to 100 are ignored. */
export function QuantitySelector({ language, texts, quantity, onQuantity }: QuantitySelectorProps) {
  // While typing, the field may be empty: it stays empty until the next character or until it loses focus.
  const [isEmpty, setEmpty] = useState(false)
  const type = (text: string) => {
    setEmpty(text === '')
    const typed = readQuantity(text)
    if (typed !== null) onQuantity(() => typed)
  }
  const step = (by: number) => {
    setEmpty(false)
    // Two taps may come before the next render, as replayed ones do.
    onQuantity((now) => Math.min(QUANTITY_MAX, Math.max(QUANTITY_MIN, now + by)))
  }
  return (
    <div className="quantity">
      <label className="quantity-label" htmlFor="quantity">
        {texts.quantity}
      </label>
      <div className="stepper">
        <StepButton
          label={texts.decrease}
          isOff={quantity <= QUANTITY_MIN}
          onClick={() => step(-1)}
          sign="minus"
        />
        <input
          id="quantity"
          name="quantity"
          type="number"
          inputMode="numeric"
          min={QUANTITY_MIN}
          max={QUANTITY_MAX}
          step={1}
          value={isEmpty ? '' : String(quantity)}
          aria-describedby="quantity-hint"
          autoComplete="off"
          onChange={(event) => type(event.target.value)}
          onBlur={() => setEmpty(false)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
        <StepButton
          label={texts.increase}
          isOff={quantity >= QUANTITY_MAX}
          onClick={() => step(1)}
          sign="plus"
        />
      </div>
      <p className="quantity-hint" id="quantity-hint">
        {fill(texts.quantityHint, {
          min: formatCount(language, QUANTITY_MIN),
          max: formatCount(language, QUANTITY_MAX),
        })}
      </p>
    </div>
  )
}

interface StepButtonProps {
  readonly label: string
  readonly isOff: boolean
  readonly sign: 'plus' | 'minus'
  readonly onClick: () => void
}

function StepButton({ label, isOff, sign, onClick }: StepButtonProps) {
  return (
    <button
      type="button"
      className="step"
      data-step={sign === 'plus' ? 1 : -1}
      aria-label={label}
      disabled={isOff}
      onClick={onClick}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={sign === 'plus' ? 'M8 2v12M2 8h12' : 'M2 8h12'} stroke="currentColor" strokeWidth="2" />
      </svg>
    </button>
  )
}
