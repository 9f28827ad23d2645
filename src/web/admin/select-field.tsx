import type { ReactNode, SelectHTMLAttributes } from 'react'

interface SelectProps<Value extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'onChange'
> {
  readonly value: Value
  readonly options: readonly Value[]
  readonly nameOf: (option: Value) => string
  readonly onChoose: (chosen: Value) => void
}

/** A choice of one of several options, for a place that names it. */
export function Select<Value extends string>({ options, nameOf, onChoose, ...select }: SelectProps<Value>) {
  return (
    <select
      {...select}
      onChange={({ target }) => {
        const chosen = options.find((one) => one === target.value)
        if (chosen !== undefined) onChoose(chosen)
      }}
    >
      {options.map((one) => (
        <option key={one} value={one}>
          {nameOf(one)}
        </option>
      ))}
    </select>
  )
}

/** A choice of one of several options, with its label. */
export function SelectField<Value extends string>(props: SelectProps<Value> & { readonly label: string }) {
  const { label, ...select } = props
  return (
    <label className="field">
      <span>{label}</span>
      <Select {...select} />
    </label>
  )
}

/** A filter as a chip: its value is its label for the eye, and it is marked while it filters. */
export function SelectChip<Value extends string>(props: SelectProps<Value> & { readonly label: string }) {
  const { label, ...select } = props
  return (
    <label className="chip" data-set={select.value === select.options[0] ? undefined : ''}>
      <span className="visually-hidden">{label}</span>
      <Select {...select} />
    </label>
  )
}

interface CheckFieldProps {
  readonly isChecked: boolean
  readonly onCheck: (isChecked: boolean) => void
  /** The label. */
  readonly children: ReactNode
}

/** A checkbox with its label. */
export function CheckField({ isChecked, onCheck, children }: CheckFieldProps) {
  return (
    <label className="choice">
      <input type="checkbox" checked={isChecked} onChange={({ target }) => onCheck(target.checked)} />
      {children}
    </label>
  )
}
