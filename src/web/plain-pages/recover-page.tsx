import type { PageFacts } from '#shared/page-facts.ts'
import type { OwnOrder, RecoverFacts } from '#shared/plain-facts.ts'
import { EMAIL_MAX } from '#shared/constants.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { Code, FillText, Latin } from '#web/ui/fill-text.tsx'
import { fill, formatCount } from '#texts/format.ts'
import { utcDate } from './utc-moment.ts'
import { CODE_ENTRY, FaultSummary, PlainField } from './plain-field.tsx'
import { LanguageField, PlainPage, withLanguage } from './plain-page.tsx'

interface RecoverPageProps {
  readonly facts: PageFacts
  readonly recover: RecoverFacts
}

/** `/recover`: lists the orders this browser can open, and sends the link of any other by mail. */
export function RecoverPage({ facts, recover }: RecoverPageProps) {
  const texts = plainTextsOf(facts.language).recover
  const isFaulty = recover.faults.length > 0
  const title = recover.isForRefund ? texts.refundTitle : texts.title
  return (
    <PlainPage
      facts={facts}
      title={title}
      isFaulty={isFaulty}
      query={recover.isForRefund ? { for: 'refund' } : {}}
    >
      {recover.isSent ? <Sent facts={facts} /> : null}
      {recover.isForRefund ? <p>{texts.refundLead}</p> : null}
      <OwnOrders facts={facts} recover={recover} />
      {recover.own.length > 0 ? <h2>{texts.form}</h2> : null}
      <p>{texts.lead}</p>
      <RecoverFailure facts={facts} recover={recover} />
      <RecoverForm facts={facts} recover={recover} />
    </PlainPage>
  )
}

function Sent({ facts }: { readonly facts: PageFacts }) {
  const texts = plainTextsOf(facts.language).recover
  return (
    <div id="done" className="plain-done" role="status" tabIndex={-1}>
      <p>
        <strong>{texts.sentTitle}</strong>
      </p>
      <p>{texts.sent}</p>
    </div>
  )
}

function OwnOrders({ facts, recover }: RecoverPageProps) {
  const texts = plainTextsOf(facts.language).recover
  if (recover.own.length === 0) return null
  return (
    <section className="plain-own" aria-labelledby="own-orders">
      <h2 id="own-orders">{texts.own}</h2>
      <ul className="plain-orders">
        {recover.own.map((order) => (
          <li key={order.id}>
            <OrderLink facts={facts} recover={recover} order={order} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OrderLink({ facts, recover, order }: RecoverPageProps & { readonly order: OwnOrder }) {
  const { language } = facts
  const texts = plainTextsOf(language).recover
  const words = fill(texts.ownOrder, {
    edition: order.editionName,
    count: formatCount(language, order.quantity),
    date: utcDate(language, order.createdAt),
  })
  const path = `/order/${order.id}`
  return (
    <>
      <a href={withLanguage(path, recover.named)}>{words}</a>
      <Code>{order.id}</Code>
      {recover.isForRefund ? (
        <a href={withLanguage(`${path}#refund`, recover.named)} className="button button-quiet button-small">
          {texts.openRefund}
        </a>
      ) : null}
    </>
  )
}

function RecoverFailure({ facts, recover }: RecoverPageProps) {
  const texts = plainTextsOf(facts.language).recover
  if (recover.isTooOften) {
    return (
      <p className="pay-warning" role="alert">
        <FillText text={texts.tooOften} values={{ email: <Latin>{facts.supportEmail}</Latin> }} />
      </p>
    )
  }
  const faults = recover.faults.map((id) => ({ id, text: describeFault(facts, id) }))
  return <FaultSummary heading={plainTextsOf(facts.language).faults} faults={faults} />
}

function describeFault({ language }: PageFacts, id: RecoverFacts['faults'][number]): string {
  return id === 'email'
    ? siteTextsOf(language).checkout.form.emailFault
    : plainTextsOf(language).recover.invoiceIdFault
}

function RecoverForm({ facts, recover }: RecoverPageProps) {
  const { checkout } = siteTextsOf(facts.language)
  const texts = plainTextsOf(facts.language).recover
  const faultOf = (id: RecoverFacts['faults'][number]) => ({
    fault: recover.faults.includes(id) ? describeFault(facts, id) : null,
    autoFocus: recover.faults[0] === id,
  })
  return (
    <form
      className="panel plain-form"
      method="post"
      action={recover.isForRefund ? '/recover?for=refund' : '/recover'}
      noValidate
    >
      <LanguageField named={recover.named} />
      <PlainField
        id="email"
        label={checkout.form.email}
        hint={null}
        {...faultOf('email')}
        type="email"
        dir="ltr"
        autoComplete="email"
        maxLength={EMAIL_MAX}
        defaultValue={recover.typed.email}
        required
      />
      <PlainField
        id="paymentId"
        label={checkout.verification.invoiceId}
        hint={texts.invoiceIdHint}
        {...faultOf('paymentId')}
        {...CODE_ENTRY}
        maxLength={100}
        defaultValue={recover.typed.paymentId}
        required
      />
      <button type="submit" className="button">
        {texts.submit}
      </button>
    </form>
  )
}
