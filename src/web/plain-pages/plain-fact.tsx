import type { ReactNode } from 'react'

/** One figure of a list: its name and its value. */
export function PlainFact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
