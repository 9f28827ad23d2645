import { useState, type ReactNode } from 'react'
import { useAdmin } from './admin-context.ts'
import { Button } from './button.tsx'
import { callAdmin } from './call-admin.ts'
import { CopyIconButton } from './copy-icon-button.tsx'
import { Modal } from './modal.tsx'
import { useReload } from './use-reload.ts'
import { useTell } from './use-tell.ts'

/**
 * Carries out a change and reports it; resolves to whether it succeeded. The lead stands above a secret; `back` is the change
 * that takes this one back, if there is one.
 */
export type SecretChange<Request> = (request: Request, lead: string, back?: Request) => Promise<boolean>

interface SecretChanges<Reply> {
  readonly path: string
  /** The keys of what is read again. */
  readonly reloads: readonly string[]
  readonly words: { readonly title: string; readonly failed: string; readonly done: string }
  /** Null if no secret came of a change. */
  readonly secretOf: (reply: Reply) => string | null
}

/** Sends the changes of a list. A secret that comes of one is shown in a dialog, and never again. */
export function useSecretChange<Request extends object, Reply>(
  changes: SecretChanges<Reply>,
): readonly [change: SecretChange<Request>, dialog: ReactNode] {
  const { path, reloads, words, secretOf } = changes
  const reload = useReload()
  const tell = useTell()
  const [shown, setShown] = useState<{ readonly secret: string; readonly lead: string } | null>(null)
  const change: SecretChange<Request> = async (request, lead, back) => {
    const outcome = await callAdmin<Reply>('POST', path, request)
    void reload(...reloads)
    const secret = outcome.kind === 'ok' ? secretOf(outcome.reply) : null
    if (secret !== null) setShown({ secret, lead })
    const undo = back === undefined ? undefined : () => change(back, lead)
    return tell(outcome, words.failed, secret === null ? words.done : null, undo)
  }
  const close = () => setShown(null)
  return [change, shown === null ? null : <SecretModal title={words.title} {...shown} onClose={close} />]
}

interface SecretModalProps {
  readonly title: string
  readonly lead: string
  readonly secret: string
  readonly onClose: () => void
}

function SecretModal({ title, lead, secret, onClose }: SecretModalProps) {
  const { shell } = useAdmin().texts
  return (
    <Modal title={title} onClose={onClose} isWide>
      <p>{lead}</p>
      <p className="handed-link">
        <input
          readOnly
          dir="ltr"
          value={secret}
          aria-label={title}
          onFocus={({ target }) => target.select()}
        />
        <CopyIconButton text={secret} label={shell.copy} />
      </p>
      <div className="modal-actions">
        <Button look="main" onClick={onClose}>
          {shell.close}
        </Button>
      </div>
    </Modal>
  )
}
