import type * as z from 'zod'
import type { PeopleRequest } from '#shared/admin-api.ts'

/** Makes a change; `email` is the recipient of a link, if the change produces one. Resolves to whether it succeeded. */
export type PeopleChange = (change: z.infer<typeof PeopleRequest>, email: string) => Promise<boolean>
