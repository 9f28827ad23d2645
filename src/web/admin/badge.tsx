import type { ReactNode } from 'react'

interface BadgeProps {
  /** Whether what it says is as it should be. */
  readonly isGood: boolean
  readonly children: ReactNode
}

/** Says whether something is as it should be, in words and by its colour. */
export function Badge({ isGood, children }: BadgeProps) {
  return <span className={isGood ? 'badge badge-available' : 'badge badge-retired'}>{children}</span>
}
