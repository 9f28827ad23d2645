import { useId, useState } from 'react'
import { useAdmin } from './admin-context.ts'
import { DayField } from './day-field.tsx'
import { formatTime, parseTime } from './format-date.ts'

interface MomentFieldProps {
  readonly label: string
  /** `2026-11-24T16:30` of the reader's clock; empty for none. */
  readonly moment: string
  readonly isDisabled?: boolean
  readonly hint?: string
  readonly onChoose: (moment: string) => void
}

/** A day and a time of the reader's own clock, each typed as the reader writes it. */
export function MomentField({ label, moment, isDisabled = false, hint, onChoose }: MomentFieldProps) {
  const { texts, language } = useAdmin()
  const { tables } = texts
  const [id, hintId] = [useId(), useId()]
  const [day = '', time = MIDNIGHT] = moment === '' ? [] : moment.split('T')
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setIsWrong] = useState(false)
  const read = () => {
    if (typed === null) return
    const chosen = parseTime(typed)
    setIsWrong(chosen === null)
    if (chosen === null) return
    setTyped(null)
    onChoose(`${day}T${chosen}`)
  }
  return (
    <div
      className="day-range moment-field"
      role="group"
      aria-label={label}
      aria-describedby={hint === undefined ? undefined : hintId}
    >
      <DayField
        label={label}
        day={day}
        isOptional
        isDisabled={isDisabled}
        onChoose={(chosen) => onChoose(chosen === '' ? '' : `${chosen}T${time}`)}
      />
      <div className="day-field">
        <div className="field">
          <label htmlFor={id}>{tables.time}</label>
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            aria-describedby={`${id}-hint`}
            aria-invalid={isWrong}
            disabled={isDisabled || day === ''}
            value={typed ?? formatTime(language, time)}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={read}
          />
        </div>
        <small id={`${id}-hint`} className="day-spelled" role={isWrong ? 'alert' : undefined}>
          {isWrong ? tables.timeInvalid : tables.ownClock}
        </small>
      </div>
      {hint === undefined ? null : (
        <small id={hintId} className="moment-hint">
          {hint}
        </small>
      )}
    </div>
  )
}

const MIDNIGHT = '00:00'
