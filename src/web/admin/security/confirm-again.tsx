import { useEffect, useState } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { setPasswordDialog } from '#web/admin/ask-password.ts'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { PasswordModal } from './password-modal.tsx'
import { confirmPassword } from './security-calls.ts'

/** Asks for the password when a call needs it again, and then lets the call be repeated. */
export function ConfirmAgain() {
  const { texts } = useAdmin()
  const [answer, setAnswer] = useState<((isGiven: boolean) => void) | null>(null)
  useEffect(() => {
    setPasswordDialog(
      () =>
        new Promise((resolve) => {
          // a function would be taken for an update of the state
          setAnswer(() => resolve)
        }),
    )
    return () => {
      setPasswordDialog(null)
    }
  }, [])
  if (answer === null) return null
  const finish = (isGiven: boolean) => {
    answer(isGiven)
    setAnswer(null)
  }
  return (
    <PasswordModal
      onClose={() => finish(false)}
      onPassword={async (password) => {
        const outcome = await confirmPassword(password)
        if (outcome.kind === 'failed') return describeFailure(texts, outcome, texts.errors.unknown)
        finish(true)
        return null
      }}
    />
  )
}
