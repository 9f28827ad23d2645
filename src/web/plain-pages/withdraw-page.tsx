import { EMAIL_MAX } from '#shared/constants.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import type { WithdrawFacts } from '#shared/plain-facts.ts'
import { WITHDRAWAL_NAME_MAX, type WithdrawalField } from '#shared/withdrawal.ts'
import { fill, formatCount } from '#texts/format.ts'
import { legalPageTextsOf, plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { Code, FillText, Latin } from '#web/ui/fill-text.tsx'
import { Fact } from '#web/payment/fact.tsx'
import { CODE_ENTRY, FaultSummary, PlainField } from './plain-field.tsx'
import { LanguageField, PlainPage, withLanguage } from './plain-page.tsx'

interface WithdrawPageProps {
  readonly facts: PageFacts
  readonly withdraw: WithdrawFacts
}

/** `/withdraw`: what is withdrawn from, the confirmation, and the acknowledgement. */
export function WithdrawPage({ facts, withdraw }: WithdrawPageProps) {
  const { step } = withdraw
  const texts = plainTextsOf(facts.language).withdraw
  const isFaulty = step.kind === 'enter' && step.faults.length > 0
  const title = { enter: texts.title, confirm: texts.confirmTitle, done: texts.doneTitle }[step.kind]
  return (
    <PlainPage facts={facts} title={title} isFaulty={isFaulty} script="withdraw">
      {step.kind === 'enter' ? <Enter facts={facts} withdraw={withdraw} step={step} /> : null}
      {step.kind === 'confirm' ? <Confirm facts={facts} withdraw={withdraw} step={step} /> : null}
      {step.kind === 'done' ? <Done facts={facts} withdraw={withdraw} step={step} /> : null}
    </PlainPage>
  )
}

type StepProps<Kind extends WithdrawFacts['step']['kind']> = WithdrawPageProps & {
  readonly step: Extract<WithdrawFacts['step'], { readonly kind: Kind }>
}

function Enter({ facts, withdraw, step }: StepProps<'enter'>) {
  const { language } = facts
  const texts = plainTextsOf(language).withdraw
  const { recover } = plainTextsOf(language)
  const { checkout } = siteTextsOf(language)
  const faults = step.faults.map((id) => ({ id, text: describeFault(facts, id) }))
  const field = (id: WithdrawalField) => ({
    id,
    fault: step.faults.includes(id) ? describeFault(facts, id) : null,
    autoFocus: step.faults[0] === id,
    defaultValue: withdraw.typed[id],
  })
  return (
    <>
      <p>{texts.lead}</p>
      {step.isTooOften ? (
        <p className="pay-warning" role="alert">
          <FillText text={texts.tooOften} values={{ email: <Latin>{facts.supportEmail}</Latin> }} />
        </p>
      ) : null}
      <FaultSummary heading={plainTextsOf(language).faults} faults={faults} />
      <form className="panel plain-form" method="post" action="/withdraw" noValidate>
        <LanguageField named={withdraw.named} />
        <PlainField
          {...field('name')}
          label={texts.name}
          hint={null}
          type="text"
          dir="auto"
          autoComplete="name"
          maxLength={WITHDRAWAL_NAME_MAX}
          required
        />
        <PlainField
          {...field('paymentId')}
          label={checkout.verification.invoiceId}
          hint={recover.invoiceIdHint}
          {...CODE_ENTRY}
          maxLength={100}
          required
        />
        <PlainField
          {...field('email')}
          label={checkout.form.email}
          hint={texts.emailHint}
          type="email"
          dir="ltr"
          autoComplete="email"
          maxLength={EMAIL_MAX}
          required
        />
        <PlainField
          {...field('copies')}
          label={texts.copies}
          hint={texts.copiesHint}
          type="text"
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          maxLength={3}
        />
        <button type="submit" className="button">
          {texts.continue}
        </button>
      </form>
      <p>
        <a href={withLanguage('/recover', withdraw.named)}>{legalPageTextsOf(language).findOrder}</a>
      </p>
    </>
  )
}

function describeFault({ language }: PageFacts, id: WithdrawalField): string {
  const plain = plainTextsOf(language)
  const texts: Readonly<Record<WithdrawalField, string>> = {
    name: plain.withdraw.nameFault,
    paymentId: plain.recover.invoiceIdFault,
    email: siteTextsOf(language).checkout.form.emailFault,
    copies: plain.withdraw.copiesFault,
  }
  return texts[id]
}

function Confirm({ facts, withdraw, step }: StepProps<'confirm'>) {
  const { language } = facts
  const texts = plainTextsOf(language).withdraw
  const { checkout } = siteTextsOf(language)
  const { typed, named } = withdraw
  return (
    <>
      <p>{texts.confirmLead}</p>
      <form className="panel plain-form" method="post" action="/withdraw/confirm">
        <LanguageField named={named} />
        <input type="hidden" name="statement" value={step.statementId} />
        <input type="hidden" name="zone" defaultValue="" data-time-zone="" />
        {Object.entries(typed).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <dl className="pay-facts">
          <Fact label={texts.name}>
            <bdi>{typed.name}</bdi>
          </Fact>
          <Fact label={checkout.verification.invoiceId}>
            <Code>{typed.paymentId}</Code>
          </Fact>
          <Fact label={checkout.form.email}>
            <Latin>{typed.email}</Latin>
          </Fact>
          <Fact label={texts.what}>
            {typed.copies === ''
              ? texts.whole
              : fill(texts.someCopies, { count: formatCount(language, Number(typed.copies)) })}
          </Fact>
        </dl>
        <button type="submit" className="button">
          {legalPageTextsOf(language).confirmWithdrawal}
        </button>
        <button
          type="submit"
          className="button button-quiet"
          formAction="/withdraw"
          name="change"
          value="yes"
        >
          {texts.change}
        </button>
      </form>
    </>
  )
}

function Done({ facts, withdraw, step }: StepProps<'done'>) {
  const texts = plainTextsOf(facts.language).withdraw
  return (
    <>
      <div id="done" className="plain-done" role="status" tabIndex={-1}>
        <p>{texts.doneLead}</p>
        <p>{texts.next}</p>
      </div>
      <pre className="plain-acknowledgement" dir="auto">
        {step.acknowledgement}
      </pre>
      <form method="post" action="/withdraw/file" className="plain-actions">
        <LanguageField named={withdraw.named} />
        <input type="hidden" name="statement" value={step.statementId} />
        <button type="submit" className="button">
          {texts.save}
        </button>
        <a className="button button-quiet" href={withLanguage('/', withdraw.named)}>
          {plainTextsOf(facts.language).notice.home}
        </a>
      </form>
    </>
  )
}
