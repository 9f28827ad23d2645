import { ROLES, type Role } from '#shared/permissions.ts'
import { useAdmin } from '#web/admin/admin-context.ts'

interface RoleSelectProps {
  readonly role: Role | null
  readonly onChange: (role: Role | null) => void
  readonly label?: string
  readonly isDisabled?: boolean
}

/** Selects a role, or none. */
export function RoleSelect({ role, onChange, label, isDisabled = false }: RoleSelectProps) {
  const { roles } = useAdmin().texts
  return (
    <select
      value={role ?? ''}
      aria-label={label}
      disabled={isDisabled}
      onChange={({ target }) => {
        onChange(ROLES.find((one) => one === target.value) ?? null)
      }}
    >
      {ROLES.map((one) => (
        <option key={one} value={one}>
          {roles[one]}
        </option>
      ))}
      <option value="">{roles.none}</option>
    </select>
  )
}
