import type * as z from 'zod'
import type { PeopleRequest, Person } from '#shared/admin-api.ts'

export type StaffMember = z.infer<typeof Person>

/** Makes a change; `email` is the recipient of a link, if the change produces one. Resolves to whether it succeeded. */
export type PeopleChange = (change: z.infer<typeof PeopleRequest>, email: string) => Promise<boolean>
