import { useQuery } from '@tanstack/react-query'
import type { KeyStats } from '#shared/admin-api.ts'
import type { EditionId } from '#shared/editions.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ReadState } from '#web/admin/read-state.tsx'
import { fill, formatCount, plural } from '#texts/format.ts'
import { EditionHold } from './edition-hold.tsx'
import { statsQuery } from './key-calls.ts'

/** Below this number of available keys, the stock is shown as low. */
const LOW_STOCK_BELOW = 50
const SHARES = ['available', 'used', 'elsewhere', 'retired'] as const

/** Shows the number of keys of each edition, with a bar chart beside the figures. */
export function KeyStatistics() {
  const { texts } = useAdmin()
  const stats = useQuery(statsQuery)
  if (!stats.isSuccess) return <ReadState query={stats} failed={texts.keys.errors.stats} lines={6} />
  return (
    <div className="stat-cards">
      {Object.entries(stats.data.stats).map(([edition, counts]) => (
        <EditionStats key={edition} edition={edition} stats={counts} />
      ))}
    </div>
  )
}

function EditionStats({ edition, stats }: { readonly edition: EditionId; readonly stats: KeyStats }) {
  const { texts, editionName, language } = useAdmin()
  const { keys } = texts
  return (
    <section className="stat-card" aria-labelledby={`stats-${edition}`}>
      <h3 id={`stats-${edition}`}>{editionName(edition)}</h3>
      <dl className="stat-figures">
        {figuresOf(stats).map((share) => (
          <div key={share} className={`stat-figure stat-${share}`}>
            <dt>{share === 'total' ? keys.total : keys.status[share]}</dt>
            <dd data-testid={`${edition}-${share}`}>{formatCount(language, stats[share])}</dd>
          </div>
        ))}
      </dl>
      {stats.reserved === 0 ? null : (
        <p className="lead small" data-testid={`${edition}-free`}>
          {fill(keys.free, {
            free: formatCount(language, Math.max(0, stats.available - stats.reserved)),
            reserved: formatCount(language, stats.reserved),
          })}
        </p>
      )}
      <ShareBar stats={stats} label={fill(keys.shares, { edition: editionName(edition) })} />
      {stats.waiting > 0 ? (
        <p className="note note-bad">{plural(language, keys.waiting, stats.waiting)}</p>
      ) : null}
      {stats.available === 0 && stats.waiting === 0 ? <p className="note note-bad">{keys.empty}</p> : null}
      {stats.available > 0 && stats.available < LOW_STOCK_BELOW ? (
        <p className="note note-warn">{keys.low}</p>
      ) : null}
      <EditionHold edition={edition} />
    </section>
  )
}

/** What was sold elsewhere is a figure of its own where anything was. */
function figuresOf(stats: KeyStats) {
  return ([...SHARES, 'total'] as const).filter((share) => share !== 'elsewhere' || stats.elsewhere > 0)
}

/** A bar with a segment for each share. The figures stand beside it, so screen readers treat it as an image. */
function ShareBar({ stats, label }: { readonly stats: KeyStats; readonly label: string }) {
  return (
    <svg className="share-bar" viewBox="0 0 100 6" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect className="share-empty" width={100} height={6} />
      {SHARES.map((share, index) => {
        const percent = (count: number) => (stats.total === 0 ? 0 : (count / stats.total) * 100)
        const before = SHARES.slice(0, index).reduce((sum, one) => sum + stats[one], 0)
        const [x, width] = [percent(before), percent(stats[share])]
        return <rect key={share} className={`share-${share}`} x={x} width={width} height={6} />
      })}
    </svg>
  )
}
