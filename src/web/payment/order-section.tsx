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
    // what a link leads to takes the focus with it
    <section
      id={anchor}
      tabIndex={anchor === undefined ? undefined : -1}
      className={`order-section ${className}`.trim()}
      aria-labelledby={id}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
