import { plainTextsOf } from '#texts/rendered-texts.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import type { OrderPartProps } from './plain-order-props.ts'
import { LanguageField } from './plain-page.tsx'

/** Sends the order's mail again; only for the holder of its second secret. */
export function PlainMail({ facts, plain, order }: OrderPartProps) {
  const { mail } = plainTextsOf(facts.language).order
  if (!order.isOpen || order.email === null) return null
  const values = { email: <Latin>{order.email}</Latin> }
  return (
    <section className="order-section" aria-labelledby="order-mail">
      <h2 id="order-mail">{mail.title}</h2>
      {order.mailSentAt === null ? (
        <p>
          <FillText text={order.isMailWithheld ? mail.withheld : mail.none} values={values} />
        </p>
      ) : (
        <form method="post" action={`/order/${order.payment.id}/resend`} className="plain-check">
          <p>
            <FillText text={mail.lead} values={values} />
          </p>
          <LanguageField named={plain.named} />
          <button type="submit" className="button button-quiet">
            {mail.submit}
          </button>
        </form>
      )}
    </section>
  )
}
