import { useAdmin } from './admin-context.ts'
import { readFailure, describeFailure } from './describe-failure.ts'
import { Button } from './button.tsx'

interface FailedNoteProps {
  /** Names what could not be loaded. */
  readonly text: string
  readonly query: { readonly error: Error | null; readonly refetch: () => unknown }
}

/** Replaces content that failed to load: shows what failed, the reason if it is known, and a retry button. */
export function FailedNote({ text, query: { error, refetch } }: FailedNoteProps) {
  const admin = useAdmin()
  const { texts } = admin
  const failure = readFailure(error)
  const reason = failure === null ? '' : describeFailure(admin, failure, '')
  return (
    <div className="note note-bad" role="alert">
      <p>
        <strong>{text}</strong>
        {reason === '' || reason === text ? null : <span> {reason}</span>}
      </p>
      <Button isSmall onClick={() => refetch()}>
        {texts.shell.retry}
      </Button>
    </div>
  )
}
