import { useState } from 'react'
import { useAdmin } from '#web/admin/admin-context.ts'
import { ConfirmModal } from '#web/admin/confirm-modal.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { useStaff } from '#web/admin/staff-context.ts'
import { DateTime } from '#web/admin/date-time.tsx'
import { fill } from '#texts/format.ts'
import type { StaffMember } from './people-calls.ts'
import type { PeopleChange } from './people-change.ts'
import { RoleSelect } from './role-select.tsx'

interface PeopleTableProps {
  readonly people: readonly StaffMember[]
  readonly onChange: PeopleChange
}

export function PeopleTable({ people, onChange }: PeopleTableProps) {
  const { texts } = useAdmin()
  const { id: ownId } = useStaff()
  const words = texts.people
  const columns: readonly Column<StaffMember>[] = [
    {
      id: 'email',
      label: words.email,
      isHeader: true,
      isBare: true,
      cell: ({ id, email }) => (
        <>
          <bdi className="email">{email}</bdi>{' '}
          {id === ownId ? <span className="badge">{words.you}</span> : null}
        </>
      ),
    },
    {
      id: 'role',
      label: words.role,
      cell: ({ id, email, role }) => (
        <RoleSelect
          role={role}
          label={fill(words.roleOf, { email })}
          onChange={(next) => {
            void onChange({ action: 'role', userId: id, role: next }, email)
          }}
        />
      ),
    },
    { id: 'state', label: words.state, cell: (person) => <PersonState person={person} /> },
    {
      id: 'factor',
      label: words.secondFactor,
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? texts.shell.yes : texts.shell.no),
    },
    {
      id: 'seen',
      label: words.lastSignIn,
      cell: ({ lastSignInAt }) => (lastSignInAt === null ? words.never : <DateTime at={lastSignInAt} />),
    },
    {
      id: 'actions',
      label: texts.keys.actions,
      isBare: true,
      cell: (person) => <PersonActions person={person} onChange={onChange} />,
    },
  ]
  return <DataTable caption={words.list} columns={columns} rows={people} keyOf={({ id }) => id} />
}

function PersonState({ person: { isDisabled, hasPassword } }: { readonly person: StaffMember }) {
  const words = useAdmin().texts.people
  if (isDisabled) return <span className="badge badge-retired">{words.disabled}</span>
  return hasPassword ? (
    <span className="badge badge-available">{words.active}</span>
  ) : (
    <span className="badge badge-held">{words.invited}</span>
  )
}

function PersonActions({
  person,
  onChange,
}: {
  readonly person: StaffMember
  readonly onChange: PeopleChange
}) {
  const words = useAdmin().texts.people
  const [confirming, setConfirming] = useState<'disable' | 'reset' | null>(null)
  const { id: userId, email, isDisabled } = person
  const name = (action: string) => fill(words.actionsFor, { action, email })
  const filled = (text: string) => fill(text, { email: `\u2068${email}\u2069` })
  return (
    <div className="row">
      <button
        type="button"
        className="act act-small"
        aria-label={name(words.reset)}
        onClick={() => {
          setConfirming('reset')
        }}
      >
        {words.reset}
      </button>
      <button
        type="button"
        className={isDisabled ? 'act act-small' : 'act act-small act-danger'}
        aria-label={name(isDisabled ? words.enable : words.disable)}
        onClick={() => {
          if (isDisabled) void onChange({ action: 'enable', userId }, email)
          else setConfirming('disable')
        }}
      >
        {isDisabled ? words.enable : words.disable}
      </button>
      {confirming === null ? null : (
        <ConfirmModal
          title={confirming === 'reset' ? words.resetTitle : words.disableTitle}
          question={filled(confirming === 'reset' ? words.resetQuestion : words.disableQuestion)}
          action={words[confirming]}
          onConfirm={async () => {
            await onChange({ action: confirming, userId }, email)
          }}
          onClose={() => {
            setConfirming(null)
          }}
        />
      )}
    </div>
  )
}
