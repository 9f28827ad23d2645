import type { ReactNode } from 'react'

/** An icon of the payment pages, 20 units wide, in the colour of the surrounding text. */
export function LineIcon({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="pay-sign" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      {children}
    </svg>
  )
}

/** A check mark. */
export function CheckIcon() {
  return (
    <LineIcon>
      <path d="m4 10.5 4 4 8-9" />
    </LineIcon>
  )
}
