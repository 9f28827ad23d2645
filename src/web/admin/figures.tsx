import type { ReactNode } from 'react'

/** A label, its value, and what is known beyond it. */
export type Figure = readonly [label: ReactNode, value: ReactNode, more?: ReactNode]

/** Labels with their values. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(([label, value, more], index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {more}
        </div>
      ))}
    </dl>
  )
}

interface StatFiguresProps {
  readonly figures: readonly Figure[]
  readonly className?: string
}

/** Labels with large values, side by side. */
export function StatFigures({ figures, className = '' }: StatFiguresProps) {
  return (
    <dl className={`stat-figures ${className}`.trim()}>
      {figures.map(([label, value, more = ''], index) => (
        <div key={index} className="stat-figure">
          <dt>{label}</dt>
          <dd>{value}</dd>
          {more === '' ? null : <dd className="stat-more">{more}</dd>}
        </div>
      ))}
    </dl>
  )
}
