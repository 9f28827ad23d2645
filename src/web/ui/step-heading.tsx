import { useEffect, useRef, type ReactNode } from 'react'

/** The heading of a step; it receives the focus when the step appears, so that a screen reader continues from there. */
export function StepHeading({ children }: { readonly children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('dialog')?.scrollTo({ top: 0 })
  }, [])
  return (
    <h3 ref={heading} tabIndex={-1} className="pay-step-heading">
      {children}
    </h3>
  )
}
