import { useAdmin } from '#web/admin/admin-context.ts'
import { CopyIconButton } from '#web/admin/copy-icon-button.tsx'
import { Modal } from '#web/admin/modal.tsx'

interface SecretModalProps {
  readonly secret: string
  readonly onClose: () => void
}

/** Shows a secret that is never shown again. */
export function SecretModal({ secret, onClose }: SecretModalProps) {
  const { texts } = useAdmin()
  const words = texts.integrations
  return (
    <Modal title={words.secretTitle} onClose={onClose} isWide>
      <p>{words.secretLead}</p>
      <p className="handed-link">
        <input
          readOnly
          dir="ltr"
          value={secret}
          aria-label={words.secretTitle}
          onFocus={({ target }) => {
            target.select()
          }}
        />
        <CopyIconButton text={secret} label={texts.shell.copy} />
      </p>
      <div className="modal-actions">
        <button type="button" className="act act-main" onClick={onClose}>
          {texts.shell.close}
        </button>
      </div>
    </Modal>
  )
}
