import { useState } from 'react'
import { GAME_QUESTIONS_MAX, GAME_TEXT_MAX, type Questions } from '#shared/game-changes.ts'
import type { Language } from '#shared/languages.ts'
import { fill, formatCount } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { CheckField } from '#web/admin/select-field.tsx'
import { TextArea, TextField } from '#web/admin/text-field.tsx'

interface QuestionFieldsProps {
  readonly lang: Language
  readonly dir: 'ltr' | 'rtl'
  readonly questions: Questions | null
  readonly onChange: (questions: Questions | null) => void
}

type Item = Questions['items'][number]
const EMPTY: Item = { question: '', answer: '' }

/** The questions of a language: edited, added, moved, removed. */
export function QuestionFields({ questions, onChange, ...isIn }: QuestionFieldsProps) {
  const labels = useAdmin().texts.game
  // kept beside questions that are switched off, so that they can be switched on again
  const [last, setLast] = useState<Questions>(questions ?? { title: '', items: [EMPTY] })
  const change = (changed: Questions) => {
    setLast(changed)
    onChange(changed)
  }
  const changeItems = (items: Item[]) => {
    if (questions !== null) change({ ...questions, items })
  }
  return (
    <fieldset className="game-part">
      <legend>{labels.questions}</legend>
      <CheckField isChecked={questions !== null} onCheck={(isChecked) => onChange(isChecked ? last : null)}>
        {labels.hasQuestions}
      </CheckField>
      {questions === null ? null : (
        <>
          <TextField
            {...isIn}
            label={labels.heading}
            maxLength={GAME_TEXT_MAX}
            value={questions.title}
            onType={(title) => change({ ...questions, title })}
          />
          <ol className="game-questions">
            {questions.items.map((item, at) => (
              <OneQuestion
                key={at}
                {...isIn}
                at={at}
                items={questions.items}
                onChange={changeItems}
                item={item}
              />
            ))}
          </ol>
          <div className="row">
            <Button
              isSmall
              disabled={questions.items.length >= GAME_QUESTIONS_MAX}
              onClick={() => changeItems([...questions.items, EMPTY])}
            >
              {labels.add}
            </Button>
          </div>
        </>
      )}
    </fieldset>
  )
}

interface OneQuestionProps extends Pick<QuestionFieldsProps, 'lang' | 'dir'> {
  readonly at: number
  readonly item: Item
  readonly items: readonly Item[]
  readonly onChange: (items: Item[]) => void
}

function OneQuestion({ at, item, items, onChange, ...isIn }: OneQuestionProps) {
  const { texts, language } = useAdmin()
  const labels = texts.game
  const number = formatCount(language, at + 1)
  const named = (text: string) => fill(text, { number })
  const nameFor = (action: string) =>
    fill(texts.integrations.actionFor, { action, name: named(labels.question) })
  const others = items.toSpliced(at, 1)
  const moves: readonly [label: string, isOff: boolean, moved: () => Item[]][] = [
    [labels.up, at === 0, () => others.toSpliced(at - 1, 0, item)],
    [labels.down, at === items.length - 1, () => others.toSpliced(at + 1, 0, item)],
    [labels.remove, items.length === 1, () => others],
  ]
  return (
    <li>
      <TextField
        {...isIn}
        label={named(labels.question)}
        maxLength={GAME_TEXT_MAX}
        value={item.question}
        onType={(question) => onChange(items.with(at, { ...item, question }))}
      />
      <TextArea
        {...isIn}
        label={named(labels.answer)}
        rows={2}
        maxLength={GAME_TEXT_MAX}
        value={item.answer}
        onType={(answer) => onChange(items.with(at, { ...item, answer }))}
      />
      <div className="row">
        {moves.map(([label, isOff, moved]) => (
          <Button
            key={label}
            isSmall
            look="quiet"
            aria-label={nameFor(label)}
            disabled={isOff}
            onClick={() => onChange(moved())}
          >
            {label}
          </Button>
        ))}
      </div>
    </li>
  )
}
