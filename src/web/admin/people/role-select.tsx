import { ROLES, type Role } from '#shared/permissions.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { Select } from '#web/admin/select-field.tsx'

interface RoleSelectProps {
  readonly role: Role | null
  readonly onChange: (role: Role | null) => unknown
  readonly label?: string
}

/** Selects a role, or none. */
export function RoleSelect({ role, onChange, label }: RoleSelectProps) {
  const { roles } = useAdmin().texts
  return (
    <Select
      aria-label={label}
      value={role ?? ''}
      options={[...ROLES, '']}
      nameOf={(one) => roles[one === '' ? 'none' : one]}
      onChoose={(one) => onChange(one === '' ? null : one)}
    />
  )
}
