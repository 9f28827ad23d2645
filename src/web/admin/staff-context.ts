import { createContext, useContext } from 'react'
import type { UserReply } from '#shared/admin-api.ts'
import type { Permission } from '#shared/permissions.ts'

/** The signed-in user, who has a role. */
export type Staff = NonNullable<UserReply['user']>

export const StaffContext = createContext<Staff | null>(null)

export function useStaff(): Staff {
  const staff = useContext(StaffContext)
  if (staff === null) throw new Error('expected a StaffContext around this component; add one')
  return staff
}

/** Returns a check of the user's permissions, used to hide unavailable actions. The server checks again. */
export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useStaff()
  return (permission) => permissions.includes(permission)
}
