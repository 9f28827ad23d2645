import { useAdmin } from '#web/admin/admin-context.ts'
import { fill } from '#texts/format.ts'
import { formatChange } from './format-axis.ts'

/**
 * Returns a function that says how a value compares with the one before: `+12%, before: $120.00`; empty without one, or
 * if both are zero.
 */
export function useChange(): (
  now: number,
  before: number | undefined,
  format: (value: number) => string,
) => string {
  const { texts, language } = useAdmin()
  return (now, before, format) => {
    if (before === undefined || (before === 0 && now === 0)) return ''
    const change = formatChange(language, now, before)
    const value = format(before)
    return change === null
      ? fill(texts.charts.wasBefore, { value })
      : fill(texts.charts.change, { change, value })
  }
}
