import { useAdmin } from './admin-context.ts'
import { failureOf, wordFailure } from './word-failure.ts'

interface FailedNoteProps {
  /** What could not be read. */
  readonly text: string
  readonly error: Error | null
  readonly onRetry: () => unknown
}

/** In the place of what could not be read: what failed, why as far as it is known, and a way to try again. */
export function FailedNote({ text, error, onRetry }: FailedNoteProps) {
  const { texts } = useAdmin()
  const failure = failureOf(error)
  const reason = failure === null ? '' : wordFailure(texts, failure, '')
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
