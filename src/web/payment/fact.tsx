import type { ReactNode } from 'react'

interface FactProps {
  readonly label: string
  /** Of the value. */
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** One entry of a list of figures: its name and its value. */
export function Fact({ label, className, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={className}>{children}</dd>
    </div>
  )
}
