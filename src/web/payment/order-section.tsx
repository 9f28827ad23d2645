import { useId, type ReactNode } from 'react'

interface OrderSectionProps {
  readonly title: string
  readonly className?: string
  /** The target id of links to this section. */
  readonly anchor?: string
  /** Only the heading is shown until it is pressed. */
  readonly isFolded?: boolean
  readonly children: ReactNode
}

/** A section of the order page with its own heading. */
export function OrderSection({
  title,
  className = '',
  anchor,
  isFolded = false,
  children,
}: OrderSectionProps) {
  const id = useId()
  return (
    // focusable, so that a link to it moves the focus
    <section
      id={anchor}
      tabIndex={anchor === undefined ? undefined : -1}
      className={`order-section ${className}`.trim()}
      aria-labelledby={id}
    >
      {isFolded ? (
        <details className="order-fold">
          <summary>
            <h2 id={id}>{title}</h2>
          </summary>
          {children}
        </details>
      ) : (
        <>
          <h2 id={id}>{title}</h2>
          {children}
        </>
      )}
    </section>
  )
}
