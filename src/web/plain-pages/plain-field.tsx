import type { InputHTMLAttributes, ReactNode } from 'react'

interface PlainFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly id: string
  readonly label: string
  /** Null where the label says it all. */
  readonly hint: ReactNode
  /** Says what form is expected; null where nothing is wrong. */
  readonly fault: string | null
  readonly children?: ReactNode
}

/** A labelled field with its hint, and below it what is wrong. */
export function PlainField({ id, label, hint, fault, children, ...input }: PlainFieldProps) {
  const described = [...(fault === null ? [] : [`${id}-fault`]), ...(hint === null ? [] : [`${id}-hint`])]
  return (
    <div className="pay-field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        name={id}
        aria-describedby={described.length === 0 ? undefined : described.join(' ')}
        aria-invalid={fault === null ? undefined : true}
      />
      {children}
      <FieldFault id={id} fault={fault} />
      {hint === null ? null : (
        <div id={`${id}-hint`} className="pay-hint">
          {hint}
        </div>
      )}
    </div>
  )
}

/** What is wrong with the entry `id`; the summary leads to it. */
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
  /** What is wrong, with the entry it leads to; null where it is about no single one. */
  readonly faults: readonly { readonly id: string | null; readonly text: string }[]
}

/** Stands at the top of a form that comes back; read out at once. */
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
