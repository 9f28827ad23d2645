import { PERMISSIONS, ROLES, may, type Permission } from '#shared/permissions.ts'
import { useAdmin } from '#web/admin/admin-context.ts'

const ALL = Object.keys(PERMISSIONS) as Permission[]

/** Shows the permissions of each role, from the same table the server uses. */
export function RoleTable() {
  const { texts } = useAdmin()
  const { people, permissions, roles, shell } = texts
  return (
    <details className="role-table">
      <summary>{people.table}</summary>
      <div className="scroll" tabIndex={0} role="region" aria-label={people.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{people.permission}</th>
              {ROLES.map((role) => (
                <th key={role} scope="col">
                  {roles[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ALL.map((permission) => (
              <tr key={permission}>
                <th scope="row">{permissions[permission]}</th>
                {ROLES.map((role) => (
                  <td key={role}>
                    <span aria-hidden="true">{may(role, permission) ? '✓' : '·'}</span>
                    <span className="visually-hidden">{may(role, permission) ? shell.yes : shell.no}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
