import type { InputHTMLAttributes, ReactNode } from 'react'
import { ControlLine } from '#web/ui/field.tsx'

/** A field for an address, an id or the like. */
export const CODE_ENTRY = {
  type: 'text',
  dir: 'ltr',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const

interface PlainFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly id: string
  readonly label: string
  /** Null if the label is sufficient. */
  readonly hint: ReactNode
  /** An error message that says what is expected; null if the field is valid. */
  readonly fault: string | null
  /** What is done with the content, in the same line. */
  readonly beside?: ReactNode
}

/** A labelled field with its hint and its error message. */
export function PlainField({ id, label, hint, fault, beside, ...input }: PlainFieldProps) {
  const described = [...(fault === null ? [] : [`${id}-fault`]), ...(hint === null ? [] : [`${id}-hint`])]
  const control = (
    <input
      {...input}
      id={id}
      name={id}
      aria-describedby={described.length === 0 ? undefined : described.join(' ')}
      aria-invalid={fault === null ? undefined : true}
    />
  )
  return (
    <div className="pay-field">
      <label htmlFor={id}>{label}</label>
      <ControlLine beside={beside}>{control}</ControlLine>
      <FieldFault id={id} fault={fault} />
      {hint === null ? null : (
        <div id={`${id}-hint`} className="pay-hint">
          {hint}
        </div>
      )}
    </div>
  )
}

/** The error message of the field `id`; the summary links to it. */
export function FieldFault({ id, fault }: { readonly id: string; readonly fault: string | null }) {
  if (fault === null) return null
  return (
    <p id={`${id}-fault`} className="pay-hint pay-hint-fault plain-fault">
      {fault}
    </p>
  )
}

interface FaultSummaryProps {
  readonly heading: string
  /** An error message, with the field it links to; null if it concerns no single field. */
  readonly faults: readonly { readonly id: string | null; readonly text: string }[]
}

/** Shown above a form that was rejected; announced at once. */
export function FaultSummary({ heading, faults }: FaultSummaryProps) {
  if (faults.length === 0) return null
  return (
    <div className="pay-failure" role="alert">
      <p>{heading}</p>
      <ul>
        {faults.map(({ id, text }) => (
          <li key={text}>{id === null ? text : <a href={`#${id}`}>{text}</a>}</li>
        ))}
      </ul>
    </div>
  )
}
