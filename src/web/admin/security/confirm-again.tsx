import { useEffect, useState } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { setPasswordDialog } from '#web/admin/ask-password.ts'
import { describeFailure } from '#web/admin/describe-failure.ts'
import { useStaff } from '#web/admin/staff-context.ts'
import type { CallOutcome } from '#web/api/call-shop.ts'
import { hasPasskeys } from '#web/api/passkeys.ts'
import { confirmWithPasskey } from './passkey-calls.ts'
import { PasswordModal } from './password-modal.tsx'
import { confirmPassword } from './security-calls.ts'

/** Asks for the password or a passkey when a call needs it again, and then lets the call be repeated. */
export function ConfirmAgain() {
  const admin = useAdmin()
  const { texts } = admin
  const { hasPasskey } = useStaff()
  const [answer, setAnswer] = useState<((isGiven: boolean) => void) | null>(null)
  useEffect(() => {
    setPasswordDialog(
      () =>
        new Promise((resolve) => {
          // a function would be taken for an update of the state
          setAnswer(() => resolve)
        }),
    )
    return () => setPasswordDialog(null)
  }, [])
  if (answer === null) return null
  const finish = (isGiven: boolean) => {
    answer(isGiven)
    setAnswer(null)
  }
  const settle = (outcome: CallOutcome<unknown>): string | null => {
    if (outcome.kind === 'failed') return describeFailure(admin, outcome, texts.errors.unknown)
    finish(true)
    return null
  }
  const withPasskey = async () => {
    const outcome = await confirmWithPasskey()
    return outcome.kind === 'none' ? texts.passkeys[outcome.reason] : settle(outcome)
  }
  return (
    <PasswordModal
      onClose={() => finish(false)}
      onPassword={async (password) => settle(await confirmPassword(password))}
      onPasskey={hasPasskey && hasPasskeys() ? withPasskey : undefined}
    />
  )
}
