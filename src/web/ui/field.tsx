import { useId, type InputHTMLAttributes, type Ref } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly hint: string
  /** An error message that says what is expected; null if the field is valid. */
  readonly fault: string | null
  readonly ref?: Ref<HTMLInputElement>
}

/** A labelled field with its hint or error message below. */
export function Field({ label, hint, fault, ref, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className="pay-field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        ref={ref}
        id={id}
        aria-describedby={`${id}-hint`}
        aria-invalid={fault === null ? undefined : true}
      />
      <p id={`${id}-hint`} className={fault === null ? 'pay-hint' : 'pay-hint pay-hint-fault'}>
        {fault ?? hint}
      </p>
    </div>
  )
}
