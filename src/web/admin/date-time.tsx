import { useAdmin } from './admin-context.ts'
import { formatDay, formatMoment } from './format-date.ts'

/** Formats a moment for the reader; null is shown as a dash. */
export function DateTime({ at, isDay = false }: { readonly at: string | null; readonly isDay?: boolean }) {
  const { language, texts } = useAdmin()
  if (at === null) return <>{texts.shell.none}</>
  const moment = formatMoment(language, at)
  return (
    <time dateTime={at} title={isDay ? moment : undefined}>
      {isDay ? formatDay(language, at) : moment}
    </time>
  )
}
