import { useState } from 'react'
import { ConfirmModal } from '#web/admin/confirm-modal.tsx'
import { useAdmin } from '#web/admin/admin-context.ts'
import { fill } from '#texts/format.ts'

interface ActionButtonProps {
  readonly label: string
  /** What it acts on; screen readers hear it with the label. */
  readonly name: string
  /** Asked first; with `{name}`. */
  readonly question?: string
  readonly isDangerous?: boolean
  readonly onAct: () => Promise<void>
}

/** A small button of a row, which may ask first. */
export function ActionButton({ label, name, question, isDangerous = false, onAct }: ActionButtonProps) {
  const { texts } = useAdmin()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        className={isDangerous ? 'act act-small act-danger' : 'act act-small'}
        aria-label={fill(texts.integrations.actionFor, { action: label, name })}
        onClick={() => {
          if (question === undefined) void onAct()
          else setIsAsking(true)
        }}
      >
        {label}
      </button>
      {isAsking && question !== undefined ? (
        <ConfirmModal
          title={label}
          question={fill(question, { name: `\u2068${name}\u2069` })}
          action={label}
          isDangerous={isDangerous}
          onConfirm={onAct}
          onClose={() => {
            setIsAsking(false)
          }}
        />
      ) : null}
    </>
  )
}
