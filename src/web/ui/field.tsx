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
      <ControlLine beside={beside}>{control}</ControlLine>
      <p id={`${id}-hint`} className={fault === null ? 'pay-hint' : 'pay-hint pay-hint-fault'}>
        {fault ?? hint}
      </p>
    </div>
  )
}

interface ControlLineProps {
  readonly children: ReactNode
  /** What is done with the content; undefined if nothing stands beside the control. */
  readonly beside: ReactNode
}

/** A field's control, with what stands beside it in the same line. */
export function ControlLine({ children, beside }: ControlLineProps) {
  if (beside === undefined) return children
  return (
    <div className="pay-field-row">
      {children}
      {beside}
    </div>
  )
}
