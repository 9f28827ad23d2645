import { useState } from 'react'
import { useAdmin } from './admin-context.ts'
import { Button, type ButtonProps } from './button.tsx'
import { Modal } from './modal.tsx'
import { useBusy } from './use-busy.ts'

interface ConfirmModalProps {
  readonly title: string
  readonly question: string
  readonly action: string
  readonly isDangerous?: boolean
  /** The dialog stays open until its promise settles. */
  readonly onConfirm: () => unknown
  readonly onClose: () => void
}

/** Asks for confirmation before an action that cannot be undone. */
function ConfirmModal(props: ConfirmModalProps) {
  const { title, question, action, isDangerous = true, onConfirm, onClose } = props
  const { texts } = useAdmin()
  const [isBusy, run] = useBusy()
  const confirm = async () => {
    await onConfirm()
    onClose()
  }
  return (
    <Modal title={title} onClose={onClose}>
      <p>{question}</p>
      <div className="modal-actions">
        <Button onClick={onClose} disabled={isBusy} autoFocus>
          {texts.shell.cancel}
        </Button>
        <Button look={isDangerous ? 'danger' : 'main'} isBusy={isBusy} onClick={() => run(confirm)}>
          {action}
        </Button>
      </div>
    </Modal>
  )
}

interface ConfirmButtonProps extends ButtonProps {
  /** What is asked first; null if the button acts at once, by `onClick`. */
  readonly confirm: Omit<ConfirmModalProps, 'onClose'> | null
}

/** A button that asks for confirmation first. */
export function ConfirmButton({ confirm, onClick, ...button }: ConfirmButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button {...button} onClick={confirm === null ? onClick : () => setIsAsking(true)} />
      {isAsking && confirm !== null ? <ConfirmModal {...confirm} onClose={() => setIsAsking(false)} /> : null}
    </>
  )
}
