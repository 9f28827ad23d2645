import { useAdmin } from './admin-context.ts'
import { Button } from './button.tsx'
import { DayField } from './day-field.tsx'
import { lastDays, PRESET_DAYS } from './days.ts'
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
  const presets = PRESET_DAYS.map((days) => ({ days, ...lastDays(days) }))
  return (
    <div className="day-range" role="group" aria-label={tables.days}>
      <div className="row">
        {presets.map(({ days, from, to }) => (
          <Button
            key={days}
            isSmall
            aria-pressed={range.from === from && range.to === to}
            onClick={() => onChange({ from, to })}
          >
            {plural(language, tables.lastDays, days)}
          </Button>
        ))}
        {isOptional ? (
          <Button
            isSmall
            aria-pressed={range.from === '' && range.to === ''}
            onClick={() => onChange({ from: '', to: '' })}
          >
            {tables.allDays}
          </Button>
        ) : null}
      </div>
      {(['from', 'to'] as const).map((end) => (
        <DayField
          key={end}
          label={statistics[end]}
          day={range[end]}
          min={end === 'to' && range.from !== '' ? range.from : undefined}
          max={end === 'from' && range.to !== '' ? range.to : undefined}
          isOptional={isOptional}
          onChoose={(day) => onChange({ ...range, [end]: day })}
        />
      ))}
    </div>
  )
}
