import type { ReactNode } from 'react'
import { InlineCode } from '#web/admin/inline-code.tsx'

interface ChoiceListProps<Value extends string> {
  readonly legend: string
  readonly options: readonly Value[]
  readonly chosen: readonly Value[]
  /** By default an option is a name that programs use as well, the same in every language. */
  readonly nameOf?: (option: Value) => ReactNode
  readonly onChange: (chosen: Value[]) => void
}

/** Several of a list of options. */
export function ChoiceList<Value extends string>(props: ChoiceListProps<Value>) {
  const { legend, options, chosen, nameOf, onChange } = props
  return (
    <fieldset className="choice-list">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={({ target }) => {
              onChange(options.filter((one) => (one === option ? target.checked : chosen.includes(one))))
            }}
          />
          {nameOf === undefined ? <InlineCode>{option}</InlineCode> : nameOf(option)}
        </label>
      ))}
    </fieldset>
  )
}
