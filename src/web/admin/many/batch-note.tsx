import { useEffect, useRef, type ReactNode } from 'react'
import { formatCount, plural } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import type { NotDone } from './batch.ts'

interface BatchNoteProps {
  /** What was done, such as “11 mails sent again”. */
  readonly summary: string
  readonly notDone: readonly NotDone[]
  /** Renders the name of an item, such as a link to it. */
  readonly itemOf?: (item: NotDone) => ReactNode
  /** Absent if it cannot be undone. */
  readonly onUndo?: (() => unknown) | undefined
  /** False where it stands among others and nothing was done. */
  readonly hasFocus?: boolean
  readonly onClose: () => void
}

/** What came of an action on many items. It gets the focus, and stays until it is closed. */
export function BatchNote(props: BatchNoteProps) {
  const { summary, notDone, itemOf, onUndo, hasFocus = true, onClose } = props
  const { texts, language } = useAdmin()
  const { many, shell } = texts
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (hasFocus) note.current?.focus()
  }, [hasFocus])
  const left = notDone.length === 0 ? [] : [plural(language, many.notDone, notDone.length)]
  return (
    <div
      ref={note}
      className={notDone.length === 0 ? 'note batch-note' : 'note note-warn batch-note'}
      role="group"
      aria-label={[summary, ...left].join(', ')}
      tabIndex={-1}
    >
      <p role="status">{new Intl.ListFormat(language, { type: 'unit' }).format([summary, ...left])}</p>
      <div className="row">
        {onUndo === undefined ? null : (
          <Button isSmall onClick={onUndo}>
            {many.undo}
          </Button>
        )}
        <Button isSmall onClick={onClose}>
          {shell.close}
        </Button>
      </div>
      {notDone.length === 0 ? null : (
        <details open={notDone.length <= 10}>
          <summary>{`${many.results} (${formatCount(language, notDone.length)})`}</summary>
          <ul>
            {notDone.map((item) => (
              <li key={item.id}>
                {itemOf === undefined ? <bdi>{item.name}</bdi> : itemOf(item)}
                {' – '}
                {item.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
