import { Fragment } from 'react'
import type { EditionFacts, GameSections, RedeemByEdition } from '#shared/page-facts.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { RedeemSteps } from '#web/payment/redeem-steps.tsx'
import { ChapterHeading } from './chapter-heading.tsx'

type AnswersProps = Pick<GameSections, 'facts' | 'questions' | 'pictures'> & {
  /** What to do with a key; null where the game folder does not say it. */
  readonly redeem: RedeemByEdition | null
  readonly editions: readonly Pick<EditionFacts, 'id' | 'name'>[]
  readonly texts: Pick<SiteTexts['checkout'], 'redeem'>
}

/** What a buyer wants to know before they order: questions that open to their answers, and facts about the game. */
export function AnswersSection({ facts, questions, pictures, ...keys }: AnswersProps) {
  return (
    <section className="chapter answers" aria-labelledby={questions === null ? undefined : 'questions-title'}>
      <div className="ledger">
        {questions === null ? null : (
          <>
            <ChapterHeading id="questions-title" title={questions.title} picture={pictures.questions} />
            <div className="questions">
              {questions.items.map(({ question, answer }, index) => (
                <Fragment key={question}>
                  <details open={index === 0}>
                    <summary>{question}</summary>
                    <p>{answer}</p>
                  </details>
                  {index === 0 ? <KeyQuestion {...keys} /> : null}
                </Fragment>
              ))}
            </div>
          </>
        )}
        {facts.length === 0 ? null : (
          <dl className="facts">
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  )
}

/** What to do with a key: once if it is the same for all editions, otherwise for each. */
function KeyQuestion({ redeem, editions, texts }: Pick<AnswersProps, 'redeem' | 'editions' | 'texts'>) {
  const [first, ...others] = Object.entries(redeem ?? {})
  if (first === undefined) return null
  const isSame = others.every(([, other]) => JSON.stringify(other) === JSON.stringify(first[1]))
  const nameOf = (id: string) => editions.find((edition) => edition.id === id)?.name ?? id
  return (
    <details>
      <summary>{texts.redeem.title}</summary>
      {isSame ? (
        <RedeemSteps redeem={first[1]} texts={texts} />
      ) : (
        [first, ...others].map(([id, one]) => (
          <Fragment key={id}>
            <h3>{nameOf(id)}</h3>
            <RedeemSteps redeem={one} texts={texts} />
          </Fragment>
        ))
      )}
    </details>
  )
}
