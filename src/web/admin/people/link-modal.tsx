import { useAdmin } from '#web/admin/admin-context.ts'
import { CopyIconButton } from '#web/admin/copy-icon-button.tsx'
import { Modal } from '#web/admin/modal.tsx'
import { fill } from '#texts/format.ts'

/** A one-time link and the e-mail of its recipient. */
export interface OneTimeLink {
  readonly url: string
  readonly email: string
}

/** Shows a link that is never shown again; only the dialog's own button closes it. */
export function LinkModal({ link, onClose }: { readonly link: OneTimeLink; readonly onClose: () => void }) {
  const { texts } = useAdmin()
  const words = texts.people
  return (
    <Modal title={words.linkTitle} onClose={onClose} isWide>
      <p>{fill(words.linkLead, { email: `\u2068${link.email}\u2069` })}</p>
      <p className="handed-link">
        <input
          readOnly
          dir="ltr"
          value={link.url}
          aria-label={words.linkTitle}
          onFocus={({ target }) => {
            target.select()
          }}
        />
        <CopyIconButton text={link.url} label={texts.shell.copy} />
      </p>
      <div className="modal-actions">
        <button type="button" className="act act-main" onClick={onClose}>
          {texts.shell.close}
        </button>
      </div>
    </Modal>
  )
}
