import type { Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'

const STEPS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Formats a duration in its two largest units: `12 min 30 sec`. */
export function formatDuration(language: Language, seconds: number): string {
  const first = Math.max(
    0,
    STEPS.findIndex(([, unitS]) => seconds >= unitS),
  )
  const start = seconds < 1 ? STEPS.length - 1 : first
  let rest = seconds
  const parts: string[] = []
  for (const [unit, unitS] of STEPS.slice(start, start + 2)) {
    const value = Math.floor(rest / unitS)
    rest -= value * unitS
    if (value === 0 && parts.length > 0) continue
    const format = new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'short' })
    parts.push(format.format(value))
  }
  return parts.join(' ')
}
