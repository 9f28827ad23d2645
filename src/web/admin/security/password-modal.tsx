import { useState, type SubmitEvent } from 'react'
import { PASSWORD_MAX } from '#shared/constants.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { LabelledInput } from '#web/admin/labelled-input.tsx'
import { Modal } from '#web/admin/modal.tsx'

interface PasswordModalProps {
  /** Resolves to an error message, or null on success. */
  readonly onPassword: (password: string) => Promise<string | null>
  readonly onClose: () => void
}

/** Asks for the password again before a sensitive action. */
export function PasswordModal({ onPassword, onClose }: PasswordModalProps) {
  const { texts } = useAdmin()
  const words = texts.security
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (password === '') return
    setIsBusy(true)
    const message = await onPassword(password)
    if (message === null) return
    setFault(message)
    setIsBusy(false)
  }
  return (
    <Modal title={words.confirmPassword} onClose={onClose}>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          void submit(event)
        }}
      >
        <LabelledInput
          label={words.currentPassword}
          fault={fault}
          type="password"
          dir="ltr"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          autoFocus
          value={password}
          onChange={({ target }) => {
            setPassword(target.value)
          }}
        />
        <div className="modal-actions">
          <button type="button" className="act" onClick={onClose}>
            {texts.shell.cancel}
          </button>
          <button type="submit" className="act act-main" aria-busy={isBusy} disabled={isBusy}>
            {words.continue}
          </button>
        </div>
      </form>
    </Modal>
  )
}
