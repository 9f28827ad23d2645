import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { plural } from '#texts/format.ts'
import { areKeysMailed } from '#web/payment/are-keys-mailed.ts'
import { Code } from '#web/ui/fill-text.tsx'
import { RedeemSteps } from '#web/payment/redeem-steps.tsx'
import { OrderSection } from '#web/payment/order-section.tsx'
import type { OrderPartProps } from './plain-order-props.ts'
import { withLanguage } from './plain-page.tsx'

/** The order's keys, collapsed until opened. Only for the holder of the order's second secret. */
export function PlainKeys({ facts, plain, order }: OrderPartProps) {
  const { order: texts, checkout } = siteTextsOf(facts.language)
  const redeem = facts.redeem?.editions[order.payment.edition]
  const { status, flags, id } = order.payment
  if (order.keys.length === 0) {
    const isToCome =
      order.withdrawnAt === null &&
      status !== 'refunded' &&
      (status !== 'confirmed' || flags.includes('awaiting_keys'))
    return isToCome ? <p className="order-quiet">{texts.keysLater}</p> : null
  }
  return (
    <OrderSection title={texts.keys}>
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
        <a className="button button-small" href={withLanguage(`/order/${id}/keys.txt`, plain.named)}>
          {plainTextsOf(facts.language).order.keysFile}
        </a>
      </p>
      {redeem === undefined ? null : (
        <section className="redeem">
          <h3>{checkout.redeem.title}</h3>
          <RedeemSteps redeem={redeem} texts={checkout} />
        </section>
      )}
      {areKeysMailed(order) ? (
        <p className="order-quiet">{plural(facts.language, texts.keysMailed, order.payment.quantity)}</p>
      ) : null}
    </OrderSection>
  )
}
