import { InlineCode } from '#web/admin/inline-code.tsx'

interface ChoiceListProps<Value extends string> {
  readonly legend: string
  readonly options: readonly Value[]
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: Value[]) => void
}

/** Several of a list of names that programs use as well, so that they are the same in every language. */
export function ChoiceList<Value extends string>({
  legend,
  options,
  chosen,
  onChange,
}: ChoiceListProps<Value>) {
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
          <InlineCode>{option}</InlineCode>
        </label>
      ))}
    </fieldset>
  )
}
