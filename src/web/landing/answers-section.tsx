import type { GameSections } from '#shared/page-facts.ts'
import { ChapterHeading } from './chapter-heading.tsx'

/** What a buyer wants to know before they order: questions that open to their answers, and facts about the game. */
export function AnswersSection({
  facts,
  questions,
  pictures,
}: Pick<GameSections, 'facts' | 'questions' | 'pictures'>) {
  return (
    <section className="chapter answers" aria-labelledby={questions === null ? undefined : 'questions-title'}>
      <div className="ledger">
        {questions === null ? null : (
          <>
            <ChapterHeading id="questions-title" title={questions.title} picture={pictures.questions} />
            <div className="questions">
              {questions.items.map(({ question, answer }, index) => (
                <details key={question} open={index === 0}>
                  <summary>{question}</summary>
                  <p>{answer}</p>
                </details>
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
