interface FilterSelectProps<Value extends string> {
  readonly label: string
  /** The label of the option that filters nothing. */
  readonly all: string
  readonly value: Value | 'all'
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly onChange: (value: Value | 'all') => void
}

/** A select element for one filter. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, all, value, options, onChange } = props
  return (
    <label className="field">
      <span>{label}</span>
      <select
        value={value}
        onChange={({ target }) => {
          onChange(options.find((option) => option.value === target.value)?.value ?? 'all')
        }}
      >
        <option value="all">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
