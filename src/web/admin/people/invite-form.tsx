import { useState, type SubmitEvent } from 'react'
import { EMAIL_MAX } from '#shared/constants.ts'
import type { Role } from '#shared/permissions.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { useToast } from '#web/admin/toasts.tsx'
import type { PeopleChange } from './people-change.ts'
import { RoleSelect } from './role-select.tsx'

/** Invites a person by e-mail with a role; the server returns a link to hand over. */
export function InviteForm({ onInvite }: { readonly onInvite: PeopleChange }) {
  const { texts } = useAdmin()
  const words = texts.people
  const showToast = useToast()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role | null>('viewer')
  const [isBusy, setIsBusy] = useState(false)
  const invite = async (event: SubmitEvent) => {
    event.preventDefault()
    const address = email.trim()
    if (!/^\S+@\S+\.\S+$/.test(address)) {
      showToast('bad', words.emailInvalid)
      return
    }
    setIsBusy(true)
    const isDone = await onInvite({ action: 'invite', email: address, role }, address)
    setIsBusy(false)
    if (isDone) setEmail('')
  }
  return (
    <form
      className="filters"
      noValidate
      onSubmit={(event) => {
        void invite(event)
      }}
    >
      <label className="field field-wide">
        <span>{words.email}</span>
        <input
          type="email"
          dir="ltr"
          maxLength={EMAIL_MAX}
          value={email}
          autoComplete="off"
          onChange={({ target }) => {
            setEmail(target.value)
          }}
        />
      </label>
      <label className="field">
        <span>{words.role}</span>
        <RoleSelect role={role} onChange={setRole} />
      </label>
      <button type="submit" className="act act-main" aria-busy={isBusy} disabled={isBusy}>
        {words.invite}
      </button>
    </form>
  )
}
