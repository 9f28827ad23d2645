import { useId, type InputHTMLAttributes } from 'react'

interface LabelledInputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly hint?: string
  /** The error message; it replaces the hint and is announced to screen readers. */
  readonly fault?: string | null
}

/** An input with its label, and a hint or an error message below it. */
export function LabelledInput({ label, hint = '', fault = null, ...input }: LabelledInputProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} aria-invalid={fault !== null} aria-describedby={`${id}-hint`} />
      <small id={`${id}-hint`} role={fault === null ? undefined : 'alert'}>
        {fault ?? hint}
      </small>
    </div>
  )
}
