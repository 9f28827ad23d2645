import { useAdmin } from '#web/admin/admin-context.ts'
import { ConfirmButton } from '#web/admin/confirm-button.tsx'
import { DataTable, type Column } from '#web/admin/data-table.tsx'
import { EmailCell } from '#web/admin/email-cell.tsx'
import { useStaff } from '#web/admin/staff-context.ts'
import { DateTime } from '#web/admin/date-time.tsx'
import { fill } from '#texts/format.ts'
import type { PeopleChange, StaffMember } from './people-change.ts'
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
      label: words.email,
      as: 'title',
      cell: ({ id, email }) => (
        <span className="seen-key">
          <EmailCell email={email} />
          {id === ownId ? <span className="badge">{words.you}</span> : null}
        </span>
      ),
    },
    {
      label: words.role,
      cell: ({ id, email, role }) => (
        <RoleSelect
          role={role}
          label={fill(words.roleOf, { email })}
          onChange={(next) =>
            onChange({ action: 'role', userId: id, role: next }, email, { action: 'role', userId: id, role })
          }
        />
      ),
    },
    { label: words.state, cell: (person) => <PersonState person={person} /> },
    {
      label: words.secondFactor,
      cell: ({ hasSecondFactor }) => (hasSecondFactor ? texts.shell.yes : texts.shell.no),
    },
    {
      label: words.lastSignIn,
      cell: ({ lastSignInAt }) => (lastSignInAt === null ? words.never : <DateTime at={lastSignInAt} />),
    },
    {
      label: texts.keys.actions,
      as: 'bare',
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

interface PersonActionsProps {
  readonly person: StaffMember
  readonly onChange: PeopleChange
}

function PersonActions({ person, onChange }: PersonActionsProps) {
  const words = useAdmin().texts.people
  const { id: userId, email, isDisabled } = person
  const nameOf = (action: string) => fill(words.actionsFor, { action, email })
  const confirm = (action: 'reset' | 'disable', title: string, question: string) => ({
    title,
    question: fill(question, { email: `\u2068${email}\u2069` }),
    action: words[action],
    onConfirm: () =>
      action === 'disable'
        ? onChange({ action, userId }, email, { action: 'enable', userId })
        : onChange({ action, userId }, email),
  })
  return (
    <div className="row">
      <ConfirmButton
        isSmall
        aria-label={nameOf(words.reset)}
        confirm={confirm('reset', words.resetTitle, words.resetQuestion)}
      >
        {words.reset}
      </ConfirmButton>
      <ConfirmButton
        isSmall
        look={isDisabled ? undefined : 'danger'}
        aria-label={nameOf(isDisabled ? words.enable : words.disable)}
        confirm={isDisabled ? null : confirm('disable', words.disableTitle, words.disableQuestion)}
        onClick={() => onChange({ action: 'enable', userId }, email)}
      >
        {isDisabled ? words.enable : words.disable}
      </ConfirmButton>
    </div>
  )
}
