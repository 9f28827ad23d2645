import { useState } from 'react'
import { EMAIL_MAX } from '#shared/constants.ts'
import type { Role } from '#shared/permissions.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Form, SubmitButton } from '#web/admin/form.tsx'
import { TextField } from '#web/admin/text-field.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import type { PeopleChange } from './people-change.ts'
import { RoleSelect } from './role-select.tsx'

/** Invites a person by e-mail with a role; the server returns a link to hand over. */
export function InviteForm({ onInvite }: { readonly onInvite: PeopleChange }) {
  const words = useAdmin().texts.people
  const showToast = useToast()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role | null>('viewer')
  const invite = async () => {
    const address = email.trim()
    if (!/^\S+@\S+\.\S+$/.test(address)) showToast('bad', words.emailInvalid)
    else if (await onInvite({ action: 'invite', email: address, role }, address)) setEmail('')
  }
  return (
    <Form className="row row-fields" onSend={invite}>
      <TextField
        label={words.email}
        isWide
        type="email"
        dir="ltr"
        maxLength={EMAIL_MAX}
        value={email}
        onType={setEmail}
      />
      <label className="field">
        <span>{words.role}</span>
        <RoleSelect role={role} onChange={setRole} />
      </label>
      <SubmitButton>{words.invite}</SubmitButton>
    </Form>
  )
}
