import { useState } from 'react'
import { useAdmin } from './admin-context.ts'
import { Modal } from './modal.tsx'

interface ConfirmModalProps {
  readonly title: string
  readonly question: string
  readonly action: string
  readonly isDangerous?: boolean
  /** The dialog stays open until its promise settles. */
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
}

/** Asks for confirmation before an action that cannot be undone. */
export function ConfirmModal(props: ConfirmModalProps) {
  const { title, question, action, isDangerous = true, onConfirm, onClose } = props
  const { texts } = useAdmin()
  const [isBusy, setIsBusy] = useState(false)
  const confirm = async () => {
    setIsBusy(true)
    await onConfirm()
    onClose()
  }
  return (
    <Modal title={title} onClose={onClose}>
      <p>{question}</p>
      <div className="modal-actions">
        <button type="button" className="act" onClick={onClose} disabled={isBusy} autoFocus>
          {texts.shell.cancel}
        </button>
        <button
          type="button"
          className={isDangerous ? 'act act-danger' : 'act act-main'}
          aria-busy={isBusy}
          disabled={isBusy}
          onClick={() => {
            void confirm()
          }}
        >
          {action}
        </button>
      </div>
    </Modal>
  )
}
