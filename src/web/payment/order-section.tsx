import { useId, type ReactNode } from 'react'

interface OrderSectionProps {
  readonly title: string
  readonly className?: string
  /** The target id of links to this section. */
  readonly anchor?: string
  readonly children: ReactNode
}

/** A section of the order page with its own heading. */
export function OrderSection({ title, className = '', anchor, children }: OrderSectionProps) {
  const id = useId()
  return (
    // focusable, so that a link to it moves the focus
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
