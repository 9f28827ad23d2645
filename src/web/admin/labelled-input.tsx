import { useId, type InputHTMLAttributes } from 'react'

interface LabelledInputProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly hint?: string
  /** What is wrong, in the hint's place; read out when it comes. */
  readonly fault?: string | null
}

/** A field with its label, and below it what is expected or what is wrong. */
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
