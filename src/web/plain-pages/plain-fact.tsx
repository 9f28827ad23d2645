import type { ReactNode } from 'react'

/** One entry of a list of figures: its name and its value. */
export function PlainFact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
