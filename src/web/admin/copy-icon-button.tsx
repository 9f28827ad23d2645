import { copyText } from '#web/ui/copy-text.ts'
import { useAdmin } from './admin-context.ts'
import { useToast } from './toasts.tsx'

/** An icon button that copies a text. */
export function CopyIconButton({ text, label }: { readonly text: string; readonly label: string }) {
  const { shell } = useAdmin().texts
  const showToast = useToast()
  const copy = async () => {
    const isCopied = await copyText(text)
    showToast(isCopied ? 'good' : 'bad', isCopied ? shell.copied : shell.copyFailed)
  }
  return (
    <button
      type="button"
      className="act act-sign"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" className="sign">
        <path d="M7 7V4.5A1.5 1.5 0 0 1 8.5 3h7A1.5 1.5 0 0 1 17 4.5v7a1.5 1.5 0 0 1-1.5 1.5H13" />
        <rect x="3" y="7" width="10" height="10" rx="1.5" />
      </svg>
    </button>
  )
}
