import { useAdmin } from './admin-context.ts'
import { readFailure, describeFailure } from './describe-failure.ts'

interface FailedNoteProps {
  /** Names what could not be loaded. */
  readonly text: string
  readonly error: Error | null
  readonly onRetry: () => unknown
}

/** Replaces content that failed to load: shows what failed, the reason if it is known, and a retry button. */
export function FailedNote({ text, error, onRetry }: FailedNoteProps) {
  const { texts } = useAdmin()
  const failure = readFailure(error)
  const reason = failure === null ? '' : describeFailure(texts, failure, '')
  return (
    <div className="note note-bad" role="alert">
      <p>
        <strong>{text}</strong>
        {reason === '' || reason === text ? null : <span> {reason}</span>}
      </p>
      <button type="button" className="act act-small" onClick={() => void onRetry()}>
        {texts.shell.retry}
      </button>
    </div>
  )
}
