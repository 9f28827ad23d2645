import type * as z from 'zod'
import type { PeopleActionReply, PeopleReply, PeopleRequest } from '#shared/admin-api.ts'
import { fill } from '#texts/format.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Card } from '#web/admin/card.tsx'
import { ReadState } from '#web/admin/read-state.tsx'
import { useRead } from '#web/admin/use-read.ts'
import { useSecretChange } from '#web/admin/use-secret-change.tsx'
import type { PeopleChange } from './people-change.ts'
import { PeopleTable } from './people-table.tsx'
import { RoleTable } from './role-table.tsx'
import { useState } from 'react'
import { EMAIL_MAX } from '#shared/constants.ts'
import type { Role } from '#shared/permissions.ts'
import { Form, SubmitButton } from '#web/admin/form.tsx'
import { TextField } from '#web/admin/text-field.tsx'
import { useToast } from '#web/admin/toasts.tsx'
import { RoleSelect } from './role-select.tsx'

const PATH = '/functions/people'

type Request = z.infer<typeof PeopleRequest>

/** Manages staff: invite, assign a role, disable, reset. */
export function PeopleTab() {
  const words = useAdmin().texts.people
  const people = useRead<z.infer<typeof PeopleReply>>(['people'], PATH)
  const [change, dialog] = useSecretChange<Request, z.infer<typeof PeopleActionReply>>({
    path: PATH,
    // the user may have changed their own role
    reloads: ['people', 'user'],
    words: { title: words.linkTitle, failed: words.failed, done: words.done },
    secretOf: ({ link }) => link,
  })
  const send: PeopleChange = (request, email, back) =>
    change(request, fill(words.linkLead, { email: `\u2068${email}\u2069` }), back)
  return (
    <Card id="people-title" title={words.title} lead={words.lead} isTab>
      <InviteForm onInvite={send} />
      <ReadState query={people} failed={words.loadFailed} />
      {people.data === undefined ? null : <PeopleTable people={people.data.people} onChange={send} />}
      <RoleTable />
      {dialog}
    </Card>
  )
}

/** Invites a person by e-mail with a role; the server returns a link to hand over. */
function InviteForm({ onInvite }: { readonly onInvite: PeopleChange }) {
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
