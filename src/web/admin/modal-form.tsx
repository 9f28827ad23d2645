import type { ReactNode } from 'react'
import { useAdmin } from './admin-context.ts'
import { Button } from './button.tsx'
import { Form, SubmitButton } from './form.tsx'
import { Modal } from './modal.tsx'

interface ModalFormProps {
  readonly title: string
  readonly submit: string
  readonly isWide?: boolean
  readonly onSend: () => Promise<unknown>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog with a form, which can be cancelled. */
export function ModalForm({ title, submit, isWide = false, onSend, onClose, children }: ModalFormProps) {
  const { shell } = useAdmin().texts
  return (
    <Modal title={title} onClose={onClose} isWide={isWide}>
      <Form onSend={onSend}>
        {children}
        <div className="modal-actions">
          <Button onClick={onClose}>{shell.cancel}</Button>
          <SubmitButton>{submit}</SubmitButton>
        </div>
      </Form>
    </Modal>
  )
}
