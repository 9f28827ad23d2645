import type { Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'
import type { PageFacts } from '#shared/page-facts.ts'
import type { OfferedBackup, SetupFacts } from '#shared/plain-facts.ts'
import { fill, formatCount, formatMegabytes } from '#texts/format.ts'
import { plainTextsOf } from '#texts/rendered-texts.ts'
import { Code, FillText } from '#web/ui/fill-text.tsx'
import { CODE_ENTRY, FaultSummary, PlainField } from './plain-field.tsx'
import { LanguageField, PlainPage } from './plain-page.tsx'
import { utcMoment } from './utc-moment.ts'

/** `/setup` of an empty shop: restores a backup. */
export function SetupPage({ facts, setup }: { readonly facts: PageFacts; readonly setup: SetupFacts }) {
  const texts = plainTextsOf(facts.language).setup
  return (
    <PlainPage
      facts={facts}
      title={setup.step === 'started' ? texts.startedTitle : texts.title}
      isFaulty={setup.step === 'token' && setup.isWrong}
    >
      {setup.step === 'token' ? <TokenForm facts={facts} setup={setup} /> : null}
      {setup.step === 'files' ? <Files facts={facts} setup={setup} /> : null}
      {setup.step === 'started' ? <p role="status">{texts.started}</p> : null}
    </PlainPage>
  )
}

interface StepProps<Step extends SetupFacts['step']> {
  readonly facts: PageFacts
  readonly setup: Extract<SetupFacts, { step: Step }>
}

function TokenForm({ facts, setup }: StepProps<'token'>) {
  const { setup: texts, faults } = plainTextsOf(facts.language)
  const fault = setup.isWrong ? texts.wrong : null
  return (
    <>
      <p>{texts.lead}</p>
      <p>{texts.secret}</p>
      <FaultSummary heading={faults} faults={fault === null ? [] : [{ id: 'token', text: fault }]} />
      <form className="panel plain-form" method="post" action="/setup" noValidate>
        <LanguageField named={setup.named} />
        <PlainField
          id="token"
          label={texts.token}
          hint={texts.tokenHint}
          fault={fault}
          autoFocus={setup.isWrong}
          {...CODE_ENTRY}
          maxLength={100}
          required
        />
        <button type="submit" className="button">
          {texts.submit}
        </button>
      </form>
    </>
  )
}

function Files({ facts, setup }: StepProps<'files'>) {
  const { language } = facts
  const texts = plainTextsOf(language).setup
  const command = <Code>npm run keyhold -- restore FILE</Code>
  if (setup.files.length === 0)
    return (
      <p>
        <FillText text={texts.none} values={{ setting: <Code>KEYHOLD_BACKUP_DIR</Code>, command }} />
      </p>
    )
  return (
    <>
      <p>{texts.choose}</p>
      <ul className="plain-orders">
        {setup.files.map((backup) => (
          <li key={backup.file}>
            <span>{utcMoment(language, backup.createdAt)}</span> <Code>{backup.file}</Code>
            <Contents language={language} backup={backup} />
            {backup.isReadable ? (
              <form method="post" action="/setup">
                <LanguageField named={setup.named} />
                <input type="hidden" name="token" value={setup.token} />
                <input type="hidden" name="file" value={backup.file} />
                <button
                  type="submit"
                  className="button button-quiet button-small"
                  aria-label={fill(texts.restoreOf, { time: utcMoment(language, backup.createdAt) })}
                >
                  {texts.restore}
                </button>
              </form>
            ) : (
              <p>
                <FillText text={texts.unreadable} values={{ setting: <Code>KEYHOLD_BACKUP_KEY</Code> }} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** What is in a backup, as far as its first line tells, and its size. */
function Contents({ language, backup }: { readonly language: Language; readonly backup: OfferedBackup }) {
  const texts = plainTextsOf(language).setup
  const { orders, keys, release, bytes } = backup
  const parts = [
    ...(orders === null ? [] : [fill(texts.orders, { count: formatCount(language, orders) })]),
    ...(keys === null ? [] : [fill(texts.keys, { count: formatCount(language, keys) })]),
    formatMegabytes(language, bytes),
    ...(release === null ? [] : [fill(texts.release, { release })]),
  ]
  return <span>{new Intl.ListFormat(localeOf(language), { type: 'unit' }).format(parts)}</span>
}
