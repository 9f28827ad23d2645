import type { ReactNode } from 'react'
import { useOrderContext } from './order-context.ts'
import { usePaymentContext } from './payment-context.ts'
import { OrderSection } from './order-section.tsx'

interface ClosedNoteProps {
  readonly isConfirmed: boolean
  /** Whether to have the link sent again is the next step. */
  readonly isFirst?: boolean
  /** A way to open the order that works here. */
  readonly children?: ReactNode
}

/** Explains to a browser without the order's second secret what is missing, and how to get it. */
export function ClosedNote({ isConfirmed, isFirst = false, children }: ClosedNoteProps) {
  const { language } = usePaymentContext()
  const { texts, words } = useOrderContext()
  return (
    <OrderSection title={words.closed.title} className="order-closed" anchor="refund">
      <p>{isConfirmed ? texts.keysClosed : words.closed.text}</p>
      {children}
      <p>
        <a
          className={isFirst ? 'button' : 'button button-quiet button-small'}
          href={`/recover?lang=${language}`}
        >
          {words.closed.recover}
        </a>
      </p>
    </OrderSection>
  )
}
