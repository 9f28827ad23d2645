import { fill } from '#texts/format.ts'
import { useState } from 'react'
import type { Currency } from '#shared/currency.ts'
import type { EditionId } from '#shared/editions.ts'
import type { GameContent, Redeem } from '#shared/game-changes.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { CheckField } from '#web/admin/select-field.tsx'
import { HintedField, TextField } from '#web/admin/text-field.tsx'
import { readPrice, typedPrice } from './typed-game.ts'

/** A part of the form: what is typed, and how it is changed. */
export interface GameFieldsProps {
  readonly typed: GameContent
  readonly onChange: (typed: GameContent) => void
}

type EditionContent = GameContent['editions'][string]

/** The price of each edition, and where its keys are used. */
export function EditionFields({ typed, onChange }: GameFieldsProps) {
  const words = useAdmin().texts.game
  return (
    <Card id="game-prices" title={words.prices}>
      <div className="two-columns">
        {Object.entries(typed.editions).map(([id, edition]) => (
          <OneEdition
            key={id}
            id={id}
            edition={edition}
            onChange={(changed) => onChange({ ...typed, editions: { ...typed.editions, [id]: changed } })}
          />
        ))}
      </div>
    </Card>
  )
}

interface OneEditionProps {
  readonly id: EditionId
  readonly edition: EditionContent
  readonly onChange: (edition: EditionContent) => void
}

function OneEdition({ id, edition, onChange }: OneEditionProps) {
  const { texts, editionName, currency } = useAdmin()
  const words = texts.game
  const { priceCents, prices, redeem } = edition
  // kept beside the redeeming that is switched off, so that it can be switched on again
  const [lastRedeem, setLastRedeem] = useState<Redeem>(redeem ?? { shop: '', link: '', steps: {} })
  const changeRedeem = (changed: Redeem) => {
    setLastRedeem(changed)
    onChange({ ...edition, redeem: changed })
  }
  return (
    <fieldset className="game-part">
      <legend>
        <bdi>{editionName(id)}</bdi>
      </legend>
      <PriceField
        currency={currency}
        priceCents={priceCents}
        onChange={(price) => onChange({ ...edition, priceCents: price })}
      />
      {Object.entries(prices).map(([one, price]) => (
        <PriceField
          key={one}
          currency={one}
          priceCents={price}
          onChange={(changed) => onChange({ ...edition, prices: { ...prices, [one]: changed } })}
        />
      ))}
      <CheckField
        isChecked={redeem !== null}
        onCheck={(isChecked) => onChange({ ...edition, redeem: isChecked ? lastRedeem : null })}
      >
        {words.hasRedeem}
      </CheckField>
      {redeem === null ? null : (
        <>
          <TextField
            label={words.shop}
            maxLength={60}
            value={redeem.shop}
            onType={(shop) => changeRedeem({ ...redeem, shop })}
          />
          <TextField
            label={words.link}
            type="url"
            dir="ltr"
            value={redeem.link}
            onType={(link) => changeRedeem({ ...redeem, link })}
          />
        </>
      )}
    </fieldset>
  )
}

interface PriceFieldProps {
  readonly currency: Currency
  readonly priceCents: number
  readonly onChange: (priceCents: number) => void
}

function PriceField({ currency, priceCents, onChange }: PriceFieldProps) {
  const words = useAdmin().texts.game
  const [text, setText] = useState(() => typedPrice(priceCents, currency))
  // the price was changed from outside, such as discarded
  const shown = readPrice(text, currency) === priceCents ? text : typedPrice(priceCents, currency)
  return (
    <HintedField
      label={fill(words.price, { currency })}
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      value={shown}
      fault={priceCents === 0 ? words.priceInvalid : null}
      onType={(next) => {
        setText(next)
        onChange(readPrice(next, currency))
      }}
    />
  )
}
