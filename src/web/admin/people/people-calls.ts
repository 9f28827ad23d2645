import type * as z from 'zod'
import type { PeopleActionReply, PeopleReply, Person, PeopleRequest } from '#shared/admin-api.ts'
import { readOrThrow } from '#web/api/query-client.ts'
import { callAdmin } from '#web/admin/call-admin.ts'

export type StaffMember = z.infer<typeof Person>
const PATH = '/functions/people'

export function readPeople(signal: AbortSignal): Promise<z.infer<typeof PeopleReply>> {
  return readOrThrow(PATH, { signal })
}

export function changePeople(change: z.infer<typeof PeopleRequest>) {
  return callAdmin<z.infer<typeof PeopleActionReply>>('POST', PATH, change)
}
