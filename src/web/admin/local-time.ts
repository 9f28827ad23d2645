/** A moment as a field for date and time takes it, in the reader's time zone: `2026-11-24T16:30`, or with its seconds. */
export function localTime(iso: string, precision: 'minutes' | 'seconds' = 'minutes'): string {
  const at = new Date(iso)
  const text = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString()
  return text.slice(0, precision === 'minutes' ? 16 : 19)
}
