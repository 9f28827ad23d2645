import { Code, FillText, Latin } from '#web/checkout/fill-text.tsx'
import { dictionaryOf } from '#web/i18n/dictionaries.ts'
import { plainTextsOf } from '#web/i18n/plain/plain-texts.ts'
import type { OrderPartProps } from './plain-order.tsx'
import { withLanguage } from './plain-page.tsx'

/** The order's keys, folded away until opened, for whoever holds its second secret. */
export function PlainKeys({ facts, plain, order }: OrderPartProps) {
  const texts = dictionaryOf(facts.language).order
  const { keysFile, findOrder } = plainTextsOf(facts.language).order
  const { id, status } = order.payment
  if (order.isOpen && order.keys.length === 0) {
    return status === 'confirmed' ? null : <p className="order-mail">{texts.keysLater}</p>
  }
  if (!order.isOpen && status !== 'confirmed') return null
  return (
    <section className="order-section" aria-labelledby="order-keys">
      <h2 id="order-keys">{texts.keys}</h2>
      {order.isOpen ? (
        <>
          <details className="plain-keys">
            <summary>{texts.show}</summary>
            <ol className="order-keys">
              {order.keys.map((key) => (
                <li key={key}>
                  <Code>{key}</Code>
                </li>
              ))}
            </ol>
          </details>
          <p>
            <a
              className="button button-quiet button-small"
              href={withLanguage(`/order/${id}/keys.txt`, plain.named)}
            >
              {keysFile}
            </a>
          </p>
          {order.email === null ? null : (
            <p className="order-mail">
              <FillText text={texts.mail} values={{ email: <Latin>{order.email}</Latin> }} />
            </p>
          )}
        </>
      ) : (
        <p>
          {texts.keysClosed} <a href={withLanguage('/recover', plain.named)}>{findOrder}</a>
        </p>
      )}
    </section>
  )
}
