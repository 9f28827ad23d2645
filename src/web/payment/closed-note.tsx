import { useOrderContext } from './order-context.ts'
import { usePaymentContext } from './payment-context.ts'
import { OrderSection } from './order-section.tsx'

/** Explains to a browser without the order's second secret what is missing, and how to get it. */
export function ClosedNote({ isConfirmed }: { readonly isConfirmed: boolean }) {
  const { language } = usePaymentContext()
  const { texts, words } = useOrderContext()
  return (
    <OrderSection title={words.closed.title} className="order-closed" anchor="refund">
      <p>{isConfirmed ? texts.keysClosed : words.closed.text}</p>
      <p>
        <a className="button button-quiet button-small" href={`/recover?lang=${language}`}>
          {words.closed.recover}
        </a>
      </p>
    </OrderSection>
  )
}
