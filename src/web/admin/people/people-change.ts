import type * as z from 'zod'
import type { PeopleRequest, Person } from '#shared/admin-api.ts'

export type StaffMember = z.infer<typeof Person>

type Change = z.infer<typeof PeopleRequest>

/**
 * Makes a change; `email` is the recipient of a link, if the change produces one, and `back` takes it back. Resolves to whether it
 * succeeded.
 */
export type PeopleChange = (change: Change, email: string, back?: Change) => Promise<boolean>
