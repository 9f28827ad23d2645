import { legalPageTextsOf, plainTextsOf, orderPageTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { viewPaymentRow } from '#web/api/payment-view.ts'
import { PaymentStatusNote } from '#web/payment/payment-status-note.tsx'
import { explainPayment } from '#web/payment/explain-payment.ts'
import { isUnread } from '#web/payment/payment-to-send.ts'
import { PaymentHelp } from '#web/payment/payment-help.tsx'
import { FillText, Code, Latin } from '#web/ui/fill-text.tsx'
import { OrderContext } from '#web/payment/order-context.ts'
import { ClosedNote } from '#web/payment/closed-note.tsx'
import { OrderFiles } from '#web/payment/order-files.tsx'
import { ErasedNote } from '#web/payment/erased-note.tsx'
import { isErased } from '#web/payment/is-erased.ts'
import { utcMoment } from './utc-moment.ts'
import { PlainInvoice } from './plain-invoice.tsx'
import type { OrderPartProps, PlainOrderProps } from './plain-order-props.ts'
import { PlainPaymentContext, withLanguage, LanguageField } from './plain-page.tsx'
import { PlainPayment } from './plain-payment.tsx'
import { PlainRefund } from './plain-refund.tsx'
import { OrderHistory } from '#web/payment/order-history.tsx'
import { TransferEvidence } from '#web/payment/transfer-evidence.tsx'
import { plural } from '#texts/format.ts'
import { areKeysMailed } from '#web/payment/are-keys-mailed.ts'
import { RedeemSteps } from '#web/payment/redeem-steps.tsx'
import { OrderSection } from '#web/payment/order-section.tsx'

/** The whole order page without a script; the script replaces it with its own. */
export function PlainOrder({ facts, plain }: PlainOrderProps) {
  const texts = siteTextsOf(facts.language).order
  const { order } = plain
  const buyer = {
    texts,
    words: orderPageTextsOf(facts.language),
    reread: () => undefined,
    gameTitle: facts.title,
  }
  return (
    <PlainPaymentContext facts={facts} editionName={plain.editionName}>
      <OrderContext value={buyer}>
        <div className="order-page plain-order">
          <h1>{texts.title}</h1>
          {order === null ? (
            <Missing facts={facts} plain={plain} />
          ) : (
            <Order facts={facts} plain={plain} order={order} />
          )}
        </div>
      </OrderContext>
    </PlainPaymentContext>
  )
}

function Missing({ facts, plain }: PlainOrderProps) {
  const texts = siteTextsOf(facts.language).order
  return (
    <>
      <p>{texts.missing}</p>
      <p className="plain-actions">
        <a className="button button-quiet" href={withLanguage('/', plain.named)}>
          {texts.backToShop}
        </a>
        <a className="button button-quiet" href={withLanguage('/recover', plain.named)}>
          {plainTextsOf(facts.language).recover.title}
        </a>
      </p>
    </>
  )
}

function Order(props: OrderPartProps) {
  const { order } = props
  const isConfirmed = order.payment.status === 'confirmed' || order.payment.status === 'refunded'
  return (
    <>
      <div className="order-part">
        <Done {...props} />
        <State {...props} />
        <ErasedNote order={props.order} text={orderPageTextsOf(props.facts.language).erased} />
        <PlainPayment {...props} />
        {order.isOpen ? (
          <PlainKeys {...props} />
        ) : (
          <ClosedNote isConfirmed={isConfirmed}>
            <PlainCode {...props} />
          </ClosedNote>
        )}
        <OrderFiles
          files={order.files}
          language={props.facts.language}
          texts={siteTextsOf(props.facts.language).checkout}
        />
        {order.isOpen ? <PlainRefund {...props} /> : null}
        {order.isOpen ? <PlainMail {...props} /> : null}
      </div>
      <div className="order-part">
        <PlainInvoice {...props} />
        {order.isOpen ? <PlainTimeline {...props} /> : null}
        <p className="order-withdraw">
          <a href={`/withdraw?order=${order.payment.id}&lang=${props.facts.language}`}>
            {legalPageTextsOf(props.facts.language).withdraw}
          </a>
        </p>
        <PaymentHelp paymentId={order.payment.id} />
      </div>
    </>
  )
}

/** Confirms the last action; the URL's fragment leads here. */
function Done({ facts, plain, order }: OrderPartProps) {
  if (plain.done === null) return null
  const isNotFound =
    plain.done === 'checked' && ['pending', 'expired', 'invalid'].includes(order.payment.status)
  const words = isNotFound
    ? siteTextsOf(facts.language).checkout.verification.failed
    : plainTextsOf(facts.language).order.done[plain.done]
  const isGood = ['checked', 'asked', 'sent'].includes(plain.done) && !isNotFound
  return (
    <p id="done" className={isGood ? 'plain-done' : 'pay-warning'} role="status" tabIndex={-1}>
      {words}
    </p>
  )
}

function State({ facts, plain, order }: OrderPartProps) {
  const payment = viewPaymentRow(order.payment)
  const isWindowOver = plain.now >= new Date(payment.expiresAt)
  const { label } = explainPayment(payment, isWindowOver)
  return (
    <section className="order-state">
      {label === null ? null : (
        <p className={`pay-label pay-label-${label}`}>
          {siteTextsOf(facts.language).checkout.panel.label[label]}
        </p>
      )}
      <PaymentStatusNote payment={payment} isWindowOver={isWindowOver} isUnread={isUnread(plain.rail)} />
      {payment.isWithdrawn ? null : <LateNote facts={facts} plain={plain} order={order} />}
    </section>
  )
}

/** Until when payments are accepted automatically: the rest of a partial payment, or a late one. */
function LateNote({ facts, plain, order }: OrderPartProps) {
  const { late, topUp } = orderPageTextsOf(facts.language)
  const { status, expires_at: expiresAt } = order.payment
  const isLate = plain.now >= new Date(expiresAt)
  const until = <time dateTime={order.topUpUntil}>{utcMoment(facts.language, order.topUpUntil)}</time>
  if (status === 'partial') {
    return (
      <p>
        <FillText text={topUp.until} values={{ time: until }} />
      </p>
    )
  }
  if (isErased(order)) return null
  if (status !== 'expired' && !(status === 'pending' && isLate)) return null
  if (plain.now >= new Date(order.topUpUntil)) return <p>{late.over}</p>
  return (
    <p>
      <FillText text={late.counts} values={{ time: until }} />
    </p>
  )
}

/** The order's events. A transaction's hash is in full, because no button here can copy it. */
function PlainTimeline({ facts, order }: OrderPartProps) {
  const momentOf = (at: string) => utcMoment(facts.language, at)
  return (
    <OrderHistory
      order={order}
      momentOf={(at) => <time dateTime={at}>{momentOf(at)}</time>}
      evidenceOf={(transfer) => (
        <TransferEvidence
          transfer={transfer}
          required={order.payment.required_confirmations}
          hash={<Code>{transfer.txHash}</Code>}
          momentOf={momentOf}
        />
      )}
    />
  )
}

/** Sends the order's mail again; only for the holder of its second secret. */
function PlainMail({ facts, plain, order }: OrderPartProps) {
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

/** Opens the order by the code in its mails: without a script the secret behind `#` of the link is not sent. */
function PlainCode({ facts, plain, order }: OrderPartProps) {
  const { code } = plainTextsOf(facts.language).order
  const isFirst = explainPayment(viewPaymentRow(order.payment), true).next === 'keys'
  return (
    <form method="post" action={`/order/${order.payment.id}/open`} className="plain-check">
      <p className="field">
        <label htmlFor="order-code">{code.label}</label>
        <input
          id="order-code"
          name="code"
          required
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
        />
      </p>
      <LanguageField named={plain.named} />
      <button type="submit" className={isFirst ? 'button' : 'button button-quiet'}>
        {code.submit}
      </button>
    </form>
  )
}

/** The order's keys, collapsed until opened. Only for the holder of the order's second secret. */
function PlainKeys({ facts, plain, order }: OrderPartProps) {
  const { order: texts, checkout } = siteTextsOf(facts.language)
  const redeem = facts.redeem?.editions[order.payment.edition]
  const { status, flags, id, quantity } = order.payment
  if (order.keys.length === 0) {
    const isToCome =
      order.withdrawnAt === null &&
      status !== 'refunded' &&
      (status !== 'confirmed' || flags.includes('awaiting_keys'))
    return isToCome ? (
      <p className="order-quiet">{plural(facts.language, texts.keysLater, quantity)}</p>
    ) : null
  }
  return (
    <OrderSection title={plural(facts.language, texts.keys, order.keys.length)}>
      <details className="plain-keys">
        <summary>{plural(facts.language, texts.show, order.keys.length)}</summary>
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
          {plural(facts.language, plainTextsOf(facts.language).order.keysFile, order.keys.length)}
        </a>
      </p>
      {redeem === undefined ? null : (
        <section className="redeem">
          <h3>{checkout.redeem.title}</h3>
          <RedeemSteps redeem={redeem} texts={checkout} />
        </section>
      )}
      {areKeysMailed(order) ? (
        <p className="order-quiet">{plural(facts.language, texts.keysMailed, quantity)}</p>
      ) : null}
    </OrderSection>
  )
}
