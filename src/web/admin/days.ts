const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MS = 24 * 3600 * 1000

/** The lengths of the ranges that are one click away, in days. */
export const PRESET_DAYS = [7, 30, 90] as const

/** Whether a text is a day of the calendar: `2026-11-21`. */
export function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(Date.parse(text))
}

/** The last `count` days in UTC, today included. */
export function lastDays(count: number, nowMs = Date.now()): { readonly from: string; readonly to: string } {
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  return { from: dayOf(nowMs - (count - 1) * DAY_MS), to: dayOf(nowMs) }
}

/** The range of the same length that ends on the day before. */
export function periodBefore(range: { readonly from: string; readonly to: string }): {
  readonly from: string
  readonly to: string
} {
  const lengthMs = Date.parse(range.to) - Date.parse(range.from) + DAY_MS
  const back = (day: string) => new Date(Date.parse(day) - lengthMs).toISOString().slice(0, 10)
  return { from: back(range.from), to: back(range.to) }
}
