import { useId, type InputHTMLAttributes, type Ref, type TextareaHTMLAttributes } from 'react'

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string
  readonly isWide?: boolean
  readonly onType: (text: string) => void
}

/** An input with its label. */
export function TextField({ label, isWide = false, onType, ...input }: TextFieldProps) {
  return (
    <label className={isWide ? 'field field-wide' : 'field'}>
      <span>{label}</span>
      <input autoComplete="off" {...input} onChange={({ target }) => onType(target.value)} />
    </label>
  )
}

interface HintedFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string
  readonly hint?: string
  /** The error message; it replaces the hint and is announced to screen readers. */
  readonly fault?: string | null
  readonly onType?: (text: string, input: HTMLInputElement) => void
  readonly ref?: Ref<HTMLInputElement>
}

/** An input with its label, and a hint or an error message below it. */
export function HintedField({ label, hint = '', fault = null, onType, ...input }: HintedFieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onType?.(target.value, target)}
      />
      <small id={`${id}-hint`} role={fault === null ? undefined : 'alert'}>
        {fault ?? hint}
      </small>
    </div>
  )
}

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange'> {
  readonly label: string
  readonly onType: (text: string) => void
}

/** Several lines of text with their label. */
export function TextArea({ label, onType, ...area }: TextAreaProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <textarea {...area} onChange={({ target }) => onType(target.value)} />
    </label>
  )
}
