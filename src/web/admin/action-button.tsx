import { fill } from '#texts/format.ts'
import { useAdmin } from './admin-context.ts'
import { ConfirmButton } from './confirm-button.tsx'

interface ActionButtonProps {
  readonly label: string
  /** What it acts on; screen readers hear it with the label. */
  readonly name: string
  /** Asked first; with `{name}`. */
  readonly question?: string
  readonly isDangerous?: boolean
  /** The question stays until its promise settles. */
  readonly onAct: () => unknown
}

/** A small button of a row, which may ask first. */
export function ActionButton({ label, name, question, isDangerous = false, onAct }: ActionButtonProps) {
  const { actionFor } = useAdmin().texts.integrations
  const confirm = (text: string) => ({
    title: label,
    question: fill(text, { name: `\u2068${name}\u2069` }),
    action: label,
    isDangerous,
    onConfirm: onAct,
  })
  return (
    <ConfirmButton
      isSmall
      look={isDangerous ? 'danger' : undefined}
      aria-label={fill(actionFor, { action: label, name })}
      confirm={question === undefined ? null : confirm(question)}
      onClick={onAct}
    >
      {label}
    </ConfirmButton>
  )
}
