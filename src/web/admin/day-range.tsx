import { useId } from 'react'
import { useAdmin } from './admin-context.ts'
import { Button } from './button.tsx'
import { isDay, lastDays, PRESET_DAYS } from './days.ts'
import { formatLongDay } from './format-date.ts'
import { plural } from '#texts/format.ts'

/** The first and the last day, in UTC; empty for no limit. */
interface Range {
  readonly from: string
  readonly to: string
}

interface DayRangeProps {
  readonly range: Range
  /** Whether the range may have no limits. */
  readonly isOptional?: boolean
  readonly onChange: (range: Range) => void
}

/** Chooses a range of days: one of three lengths, or any. */
export function DayRange({ range, isOptional = false, onChange }: DayRangeProps) {
  const { texts, language } = useAdmin()
  const { tables, statistics } = texts
  const id = useId()
  const presets = PRESET_DAYS.map((days) => ({ days, ...lastDays(days) }))
  return (
    <div className="day-range" role="group" aria-label={tables.days}>
      <div className="row">
        {presets.map(({ days, from, to }) => (
          <Button
            key={days}
            isSmall
            aria-pressed={range.from === from && range.to === to}
            onClick={() => {
              onChange({ from, to })
            }}
          >
            {plural(language, tables.lastDays, days)}
          </Button>
        ))}
        {isOptional ? (
          <Button
            isSmall
            aria-pressed={range.from === '' && range.to === ''}
            onClick={() => {
              onChange({ from: '', to: '' })
            }}
          >
            {tables.allDays}
          </Button>
        ) : null}
      </div>
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className="day-field">
          <label className="field">
            <span>{statistics[end]}</span>
            <input
              type="date"
              aria-describedby={`${id}-${end}`}
              value={range[end]}
              min={end === 'to' ? range.from : undefined}
              max={end === 'from' ? range.to : undefined}
              onChange={({ target }) => {
                if (isDay(target.value) || isOptional) onChange({ ...range, [end]: target.value })
              }}
            />
          </label>
          {/* the field follows the browser: whether 03/04 is a day of March or April, only the name of the month tells */}
          <small id={`${id}-${end}`} className="day-spelled">
            {range[end] === '' ? null : formatLongDay(language, range[end])}
          </small>
        </div>
      ))}
    </div>
  )
}
