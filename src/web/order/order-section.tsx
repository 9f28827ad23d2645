import { useId, type ReactNode } from 'react'

interface OrderSectionProps {
  readonly title: string
  readonly className?: string
  /** For links to lead here. */
  readonly anchor?: string
  readonly children: ReactNode
}

/** A part of the order page below its own heading. */
export function OrderSection({ title, className = '', anchor, children }: OrderSectionProps) {
  const id = useId()
  return (
    <section id={anchor} className={`order-section ${className}`.trim()} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
