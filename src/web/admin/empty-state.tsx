import type { ReactNode } from 'react'

interface EmptyStateProps {
  /** What there is none of, and, where it helps, what would change that. */
  readonly text: ReactNode
  /** It stands in a card with more than this in it: a line, not a place of its own. */
  readonly isLine?: boolean
  /** A link or a button that leads on. */
  readonly children?: ReactNode
}

/** Stands where a list or a chart has nothing to show. */
export function EmptyState({ text, isLine = false, children }: EmptyStateProps) {
  return (
    <p className={isLine ? 'empty empty-line' : 'empty'}>
      {text} {children}
    </p>
  )
}
