import { useState } from 'react'
import { GAME_TEXT_MAX, type Announcement, type GameWords } from '#shared/game-changes.ts'
import { LANGUAGE_TABLE, LANGUAGES, type Language } from '#shared/languages.ts'
import { fill } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { InnerTabs } from '#web/admin/inner-tabs.tsx'
import { TextArea, TextField } from '#web/admin/text-field.tsx'
import type { GameFieldsProps } from './edition-fields.tsx'
import { QuestionFields } from './question-fields.tsx'

/** What is said in each language that has a file in the game folder. */
export function WordsFields({ typed, onChange }: GameFieldsProps) {
  const { texts, languages } = useAdmin()
  const labels = texts.game
  const written = [...languages, ...LANGUAGES].filter(
    (language, at, all) => typed.texts[language] !== undefined && all.indexOf(language) === at,
  )
  const [chosen, setChosen] = useState<Language>(written[0] ?? 'en')
  const words = typed.texts[chosen]
  const change = (changed: GameWords) => onChange({ ...typed, texts: { ...typed.texts, [chosen]: changed } })
  if (words === undefined) return null
  const isIn = { lang: chosen, dir: LANGUAGE_TABLE[chosen].direction }
  return (
    <Card id="game-words" title={labels.words} lead={labels.wordsLead}>
      <div>
        <InnerTabs
          label={texts.bulletins.languages}
          tabs={written.map((id) => ({ id, label: LANGUAGE_TABLE[id].name }))}
          current={chosen}
          onChoose={setChosen}
        >
          <div className="stack game-words" key={chosen}>
            <QuestionFields
              {...isIn}
              questions={words.questions}
              onChange={(questions) => change({ ...words, questions })}
            />
            <AnnouncementFields
              {...isIn}
              legend={labels.announcement}
              said={words.announcement}
              onChange={(announcement) => change({ ...words, announcement })}
            />
            {words.laterAnnouncement === null ? null : (
              <AnnouncementFields
                {...isIn}
                legend={labels.laterAnnouncement}
                said={words.laterAnnouncement}
                onChange={(laterAnnouncement) => change({ ...words, laterAnnouncement })}
              />
            )}
            <StepFields typed={typed} onChange={onChange} language={chosen} />
          </div>
        </InnerTabs>
      </div>
    </Card>
  )
}

interface AnnouncementFieldsProps {
  readonly lang: Language
  readonly dir: 'ltr' | 'rtl'
  readonly legend: string
  readonly said: Announcement
  readonly onChange: (said: Announcement) => void
}

function AnnouncementFields({ legend, said, onChange, ...isIn }: AnnouncementFieldsProps) {
  const labels = useAdmin().texts.game
  return (
    <fieldset className="game-part">
      <legend>{legend}</legend>
      <TextField
        {...isIn}
        label={labels.heading}
        maxLength={GAME_TEXT_MAX}
        value={said.title}
        onType={(title) => onChange({ ...said, title })}
      />
      <TextArea
        {...isIn}
        label={labels.text}
        rows={3}
        maxLength={GAME_TEXT_MAX}
        value={said.text}
        onType={(text) => onChange({ ...said, text })}
      />
    </fieldset>
  )
}

interface StepFieldsProps extends GameFieldsProps {
  readonly language: Language
}

/** How the keys of each edition are used that says where. */
function StepFields({ typed, onChange, language }: StepFieldsProps) {
  const { texts, editionName } = useAdmin()
  const labels = texts.game
  return Object.entries(typed.editions).map(([id, edition]) => {
    const { redeem } = edition
    if (redeem === null) return null
    const change = (text: string) => {
      const steps = { ...redeem.steps, [language]: text.split('\n') }
      onChange({
        ...typed,
        editions: { ...typed.editions, [id]: { ...edition, redeem: { ...redeem, steps } } },
      })
    }
    return (
      <div key={id} className="game-steps">
        <TextArea
          lang={language}
          dir={LANGUAGE_TABLE[language].direction}
          label={fill(labels.steps, { edition: `\u2068${editionName(id)}\u2069` })}
          rows={4}
          maxLength={GAME_TEXT_MAX}
          value={redeem.steps[language]?.join('\n') ?? ''}
          onType={change}
        />
        <small>{labels.stepsHint}</small>
      </div>
    )
  })
}
