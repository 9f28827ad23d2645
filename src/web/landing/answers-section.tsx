import type { GameSections } from '#shared/page-facts.ts'
import { ChapterHeading } from './chapter-heading.tsx'

/** What a buyer wants to know before they order: a row of facts, and questions that open to their answers. */
export function AnswersSection({
  facts,
  questions,
  pictures,
}: Pick<GameSections, 'facts' | 'questions' | 'pictures'>) {
  return (
    <section className="chapter answers" aria-labelledby={questions === null ? undefined : 'questions-title'}>
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
      {questions === null ? null : (
        <div className="ledger">
          <ChapterHeading id="questions-title" title={questions.title} picture={pictures.questions} />
          <div className="questions">
            {questions.items.map(({ question, answer }) => (
              <details key={question}>
                <summary>{question}</summary>
                <p>{answer}</p>
              </details>
            ))}
          </div>
        </div>
      )}
    </section>
  )
}
