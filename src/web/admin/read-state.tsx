import { FailedNote } from './failed-note.tsx'
import { Skeleton } from './skeleton.tsx'

interface ReadStateProps {
  readonly query: Parameters<typeof FailedNote>[0]['query'] & { readonly isPending: boolean }
  /** Names what could not be loaded. */
  readonly failed: string
  /** How many lines stand for what is being read. */
  readonly lines?: number
}

/** A placeholder while something is read, and a note if it could not be; nothing once it was. */
export function ReadState({ query, failed, lines = 4 }: ReadStateProps) {
  if (query.isPending) return <Skeleton lines={lines} />
  return query.error === null ? null : <FailedNote text={failed} query={query} />
}
