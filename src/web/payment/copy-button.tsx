import { useEffect, useState } from 'react'
import { COPY_FEEDBACK_MS } from '#shared/constants.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { CheckIcon, LineIcon } from '#web/ui/line-icon.tsx'
import { usePaymentContext } from './payment-context.ts'

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  /** Announced after copying. */
  readonly done: string
  /** Shows only the icon; the label is still the button's accessible name. */
  readonly isCompact?: boolean
}

/** Copies a text; the button shows a check mark for two seconds. */
export function CopyButton({ text, label, done, isCompact = false }: CopyButtonProps) {
  const { texts, announce } = usePaymentContext()
  const [copiedAt, setCopiedAt] = useState<number | null>(null)
  useEffect(() => {
    if (copiedAt === null) return
    const timer = setTimeout(() => setCopiedAt(null), COPY_FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [copiedAt])
  const copy = async () => {
    const isCopied = await copyText(text)
    announce(isCopied ? done : texts.panel.copyFailed)
    if (isCopied) setCopiedAt(performance.now())
  }
  const className = isCompact ? 'pay-copy pay-copy-compact' : 'button button-quiet button-small pay-copy'
  return (
    <button
      type="button"
      className={className}
      data-copied={copiedAt === null ? undefined : ''}
      aria-label={isCompact ? label : undefined}
      title={isCompact ? label : undefined}
      onClick={() => void copy()}
    >
      {copiedAt === null ? <CopyIcon /> : <CheckIcon />}
      {isCompact ? null : <span>{label}</span>}
    </button>
  )
}

function CopyIcon() {
  return (
    <LineIcon>
      <path d="M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13" />
      <rect x="3" y="7" width="10" height="10" rx="1.5" />
    </LineIcon>
  )
}
