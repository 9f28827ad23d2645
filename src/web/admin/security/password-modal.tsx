import { useState } from 'react'
import { PASSWORD_MAX } from '#shared/constants.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Button } from '#web/admin/button.tsx'
import { HintedField } from '#web/admin/text-field.tsx'
import { ModalForm } from '#web/admin/modal-form.tsx'

interface PasswordModalProps {
  /** Resolves to an error message, or null on success. */
  readonly onPassword: (password: string) => Promise<string | null>
  /** The same with a passkey in place of the password; absent where that is not possible. */
  readonly onPasskey?: (() => Promise<string | null>) | undefined
  readonly onClose: () => void
}

/** Asks for the password again before a sensitive action. */
export function PasswordModal({ onPassword, onPasskey, onClose }: PasswordModalProps) {
  const { texts } = useAdmin()
  const words = texts.security
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const submit = async () => {
    if (password !== '') setFault(await onPassword(password))
  }
  return (
    <ModalForm title={words.confirmPassword} submit={words.continue} onSend={submit} onClose={onClose}>
      <HintedField
        label={words.currentPassword}
        fault={fault}
        type="password"
        dir="ltr"
        autoComplete="current-password"
        maxLength={PASSWORD_MAX}
        autoFocus
        value={password}
        onType={setPassword}
      />
      {onPasskey === undefined ? null : (
        <Button onClick={async () => setFault(await onPasskey())}>{texts.passkeys.use}</Button>
      )}
    </ModalForm>
  )
}
