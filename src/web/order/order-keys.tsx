import { useState } from 'react'
import type { PaymentView } from '#web/api/payment-view.ts'
import { CopyButton } from '#web/checkout/copy-button.tsx'
import { Code, FillText, Latin } from '#web/checkout/fill-text.tsx'
import type { WatchedOrder } from '#web/checkout/use-payment.ts'
import type { Dictionary } from '#web/i18n/dictionary.ts'
import { fill } from '#web/i18n/format.ts'

interface OrderKeysProps {
  readonly texts: Dictionary['order']
  readonly payment: PaymentView
  readonly order: WatchedOrder
}

/** The order's keys, masked until shown, for whoever holds its second secret. */
export function OrderKeys({ texts, payment, order }: OrderKeysProps) {
  // Until the order is paid there is nothing to say about keys that its state has not said.
  if (payment.status !== 'confirmed' && (order.kind !== 'open' || order.order.keys.length === 0)) {
    return order.kind === 'open' ? <p className="order-mail">{texts.keysLater}</p> : null
  }
  return (
    <section className="order-section" aria-labelledby="order-keys">
      <h2 id="order-keys">{texts.keys}</h2>
      {order.kind === 'closed' ? <p>{texts.keysClosed}</p> : null}
      {order.kind === 'failing' ? <p>{texts.keysUnreadable}</p> : null}
      {order.kind === 'open' && order.order.keys.length > 0 ? (
        <KeyList texts={texts} keys={order.order.keys} />
      ) : null}
      {order.kind === 'open' ? (
        <p className="order-mail">
          <FillText text={texts.mail} values={{ email: <Latin>{order.order.email}</Latin> }} />
        </p>
      ) : null}
    </section>
  )
}

function KeyList({ texts, keys }: { readonly texts: Dictionary['order']; readonly keys: readonly string[] }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button button-quiet button-small"
        aria-expanded={isShown}
        onClick={() => {
          setIsShown(!isShown)
        }}
      >
        {isShown ? texts.hide : texts.show}
      </button>
      <ol className="order-keys">
        {keys.map((key, place) => {
          const number = { number: String(place + 1) }
          return (
            <li key={key}>
              {isShown ? (
                <Code>{key}</Code>
              ) : (
                <>
                  <span aria-hidden="true" className="order-key-mask">
                    <Code>{key.replace(/[^-]/g, '•')}</Code>
                  </span>
                  <span className="visually-hidden">{fill(texts.hidden, number)}</span>
                </>
              )}
              <CopyButton text={key} label={fill(texts.copyKey, number)} done={texts.keyCopied} isCompact />
            </li>
          )
        })}
      </ol>
    </>
  )
}
