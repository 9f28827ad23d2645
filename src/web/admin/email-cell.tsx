import { copyText } from '#web/ui/copy-text.ts'
import { useAdmin } from './admin-context.ts'
import { useToast } from './toasts.tsx'

/** An e-mail on one line, all of it on hover; a press copies it. A masked one is only shown; null once erased. */
export function EmailCell({ email }: { readonly email: string | null }) {
  const { orders, shell } = useAdmin().texts
  const showToast = useToast()
  if (email === null) return <span className="lead">{orders.erased}</span>
  const text = <bdi className="email">{email}</bdi>
  if (email.includes('…')) return <span className="email-cell">{text}</span>
  return (
    <button
      type="button"
      className="email-cell"
      title={`${email} · ${shell.copy}`}
      onClick={() => {
        void copyText(email).then((isCopied) => {
          showToast(isCopied ? 'good' : 'bad', isCopied ? shell.copied : shell.copyFailed)
        })
      }}
    >
      {text}
    </button>
  )
}
