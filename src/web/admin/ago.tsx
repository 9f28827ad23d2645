import { useAdmin } from './admin-context.ts'
import { formatAgo, formatMoment } from './format-date.ts'

/**
 * Shows how long ago a moment is, with the moment itself on hover. The styles show it too while the row is focused;
 * screen readers get both.
 */
export function Ago({ at }: { readonly at: string | null }) {
  const { language, texts } = useAdmin()
  if (at === null) return <>{texts.shell.none}</>
  const moment = formatMoment(language, at)
  return (
    <time className="ago" dateTime={at} title={moment} data-exact={moment}>
      {formatAgo(language, at)}
      <span className="visually-hidden"> ({moment})</span>
    </time>
  )
}
