import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string
  readonly hint: string
  /** An error message that says what is expected; null if the field is valid. */
  readonly fault: string | null
  readonly ref?: Ref<HTMLInputElement>
  /** What is done with the content, in the same line. */
  readonly beside?: ReactNode
}

/** A labelled field with its hint or error message below. */
export function Field({ label, hint, fault, ref, beside, ...input }: FieldProps) {
  const id = useId()
  const control = (
    <input
      {...input}
      ref={ref}
      id={id}
      aria-describedby={`${id}-hint`}
      aria-invalid={fault === null ? undefined : true}
    />
  )
  return (
    <div className="pay-field">
      <label htmlFor={id}>{label}</label>
      {beside === undefined ? (
        control
      ) : (
        <div className="pay-field-row">
          {control}
          {beside}
        </div>
      )}
      <p id={`${id}-hint`} className={fault === null ? 'pay-hint' : 'pay-hint pay-hint-fault'}>
        {fault ?? hint}
      </p>
    </div>
  )
}
