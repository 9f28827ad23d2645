/** A moment as a field for date and time takes it, in the reader's time zone: `2026-11-24T16:30`. */
export function localTime(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
