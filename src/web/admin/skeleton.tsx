import { useAdmin } from './admin-context.ts'

/** A placeholder for rows that are loading. */
export function Skeleton({ lines = 4 }: { readonly lines?: number }) {
  const { texts } = useAdmin()
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{texts.shell.loading}</span>
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} aria-hidden="true" />
      ))}
    </div>
  )
}
