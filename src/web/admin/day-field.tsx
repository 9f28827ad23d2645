import { useId, useRef, useState } from 'react'
import { useAdmin } from './admin-context.ts'
import { formatDay, formatLongDay, parseDay } from './format-date.ts'

interface DayFieldProps {
  readonly label: string
  /** A day of UTC; empty for none. */
  readonly day: string
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly isOptional: boolean
  readonly isDisabled?: boolean
  readonly onChoose: (day: string) => void
}

/** A day, typed as the reader writes it or chosen in the browser's calendar, with its month spelled out below. */
export function DayField({ label, day, min, max, isOptional, isDisabled = false, onChoose }: DayFieldProps) {
  const { texts, language } = useAdmin()
  const { tables } = texts
  const id = useId()
  const calendar = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setIsWrong] = useState(false)
  const choose = (chosen: string | null) => {
    const isInRange = chosen !== null && (min ?? chosen) <= chosen && chosen <= (max ?? chosen)
    setIsWrong(!isInRange)
    if (!isInRange) return
    setTyped(null)
    if (chosen !== day) onChoose(chosen)
  }
  const read = () => {
    if (typed === null) return
    if (typed.trim() === '' && isOptional) choose('')
    else choose(parseDay(language, typed))
  }
  const shown = day === '' ? '' : formatDay(language, day)
  return (
    <div className="day-field">
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <span className="day-input">
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            aria-describedby={`${id}-spelled`}
            aria-invalid={isWrong}
            disabled={isDisabled}
            placeholder={formatDay(language, EXAMPLE)}
            value={typed ?? shown}
            onChange={({ target }) => setTyped(target.value)}
            onBlur={read}
            onKeyDown={(event) => {
              if (event.key === 'Enter') read()
            }}
          />
          <button
            type="button"
            className="act act-sign"
            aria-label={`${tables.calendar}${texts.shell.colon} ${label}`}
            disabled={isDisabled}
            title={tables.calendar}
            onClick={() => calendar.current?.showPicker()}
          >
            <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" className="nav-icon">
              <path d="M4 6h16v14H4zm0 4h16M8 3v4m8-4v4" />
            </svg>
          </button>
          <input
            ref={calendar}
            type="date"
            className="day-calendar"
            tabIndex={-1}
            aria-hidden="true"
            value={day}
            min={min}
            max={max}
            onChange={({ target }) => {
              if (target.value !== '' || isOptional) choose(target.value)
            }}
          />
        </span>
      </div>
      {/* whether 03/04 is a day of March or April, only the name of the month tells */}
      <small id={`${id}-spelled`} className="day-spelled" role={isWrong ? 'alert' : undefined}>
        {isWrong ? tables.dayInvalid : day === '' ? null : formatLongDay(language, day)}
      </small>
    </div>
  )
}

/** A day whose parts cannot be mistaken for one another. */
const EXAMPLE = '2026-12-31'
