import type { ReactNode } from 'react'
import { EMAIL_MAX } from '#shared/constants.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import type { WaitingListFacts, WaitingListStep } from '#shared/plain-facts.ts'
import { fill } from '#texts/format.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { FaultSummary, PlainField } from './plain-field.tsx'
import { LanguageField, PlainPage, withLanguage } from './plain-page.tsx'

interface WaitingListPageProps {
  readonly facts: PageFacts
  readonly waiting: WaitingListFacts
}

/** `/waiting-list` and its links: joining it, confirming that, leaving it. */
export function WaitingListPage({ facts, waiting }: WaitingListPageProps) {
  const { step } = waiting
  const texts = plainTextsOf(facts.language)
  const words = texts.waitingList
  const titles: Readonly<Record<WaitingListStep['kind'], string>> = {
    enter: words.title,
    sent: words.title,
    available: words.title,
    confirm: words.confirmTitle,
    confirmed: words.confirmedTitle,
    over: words.overTitle,
    leave: words.leave,
    left: words.leftTitle,
  }
  return (
    <PlainPage
      facts={facts}
      title={titles[step.kind]}
      isFaulty={step.kind === 'enter' && step.isFaulty}
      query={queryOf(step)}
    >
      <Step facts={facts} waiting={waiting} />
    </PlainPage>
  )
}

/** What the page's URL names beside the language. */
function queryOf(step: WaitingListStep): Readonly<Record<string, string>> {
  if ('token' in step) return { token: step.token }
  return 'edition' in step ? { edition: step.edition } : {}
}

function Step({ facts, waiting }: WaitingListPageProps) {
  const { named, step } = waiting
  const words = plainTextsOf(facts.language).waitingList
  switch (step.kind) {
    case 'enter':
      return <Enter facts={facts} named={named} step={step} />
    case 'confirm':
      return (
        <Act action="/waiting-list/confirm" token={step.token} named={named} label={words.confirm}>
          {fill(words.confirmLead, { edition: step.editionName })}
        </Act>
      )
    case 'leave':
      return (
        <Act action="/waiting-list/leave" token={step.token} named={named} label={words.leave}>
          {words.leaveLead}
        </Act>
      )
    default:
      return (
        <>
          <p
            id="done"
            className={step.kind === 'over' ? 'pay-warning' : 'plain-done'}
            role="status"
            tabIndex={-1}
          >
            <Done facts={facts} step={step} />
          </p>
          <p className="plain-actions">
            <a className="button" href={withLanguage('/#pre-order', named)}>
              {plainTextsOf(facts.language).notice.home}
            </a>
          </p>
        </>
      )
  }
}

interface DoneProps {
  readonly facts: PageFacts
  readonly step: Exclude<WaitingListStep, { readonly kind: 'enter' | 'confirm' | 'leave' }>
}

/** What happened. */
function Done({ facts, step }: DoneProps) {
  const { recover, waitingList: words } = plainTextsOf(facts.language)
  switch (step.kind) {
    case 'over':
    case 'left':
      return words[step.kind]
    case 'available':
    case 'confirmed':
      return fill(words[step.kind], { edition: step.editionName })
    case 'sent':
      return (
        <>
          <strong>{recover.sentTitle}</strong> {fill(words.sent, { edition: step.editionName })}
        </>
      )
  }
}

interface EnterProps {
  readonly facts: PageFacts
  readonly named: WaitingListFacts['named']
  readonly step: Extract<WaitingListStep, { readonly kind: 'enter' }>
}

function Enter({ facts, named, step }: EnterProps) {
  const { language } = facts
  const texts = plainTextsOf(language)
  const words = texts.waitingList
  const { form } = siteTextsOf(language).checkout
  const fault = step.isFaulty ? form.emailFault : null
  return (
    <>
      <p>{fill(words.lead, { edition: step.editionName })}</p>
      {step.isTooOften ? (
        <p className="pay-warning" role="alert">
          <FillText text={texts.recover.tooOften} values={{ email: <Latin>{facts.supportEmail}</Latin> }} />
        </p>
      ) : null}
      <FaultSummary heading={texts.faults} faults={fault === null ? [] : [{ id: 'email', text: fault }]} />
      <form className="panel plain-form" method="post" action="/waiting-list" noValidate>
        <LanguageField named={named} />
        <input type="hidden" name="edition" value={step.edition} />
        <PlainField
          id="email"
          label={form.email}
          hint={words.kept}
          fault={fault}
          autoFocus={step.isFaulty}
          type="email"
          dir="ltr"
          autoComplete="email"
          maxLength={EMAIL_MAX}
          defaultValue={step.email}
          required
        />
        <button type="submit" className="button">
          {words.submit}
        </button>
      </form>
    </>
  )
}

interface ActProps {
  readonly action: string
  readonly token: string
  readonly named: WaitingListFacts['named']
  readonly label: string
  readonly children: ReactNode
}

/** What the button does: opening a link changes nothing, since mail scanners open links. */
function Act({ action, token, named, label, children }: ActProps) {
  return (
    <form className="panel plain-form" method="post" action={action}>
      <LanguageField named={named} />
      <input type="hidden" name="token" value={token} />
      <p>{children}</p>
      <button type="submit" className="button">
        {label}
      </button>
    </form>
  )
}
