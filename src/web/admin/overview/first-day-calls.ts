import type { FirstDayReply, FirstDayRequest, MailPreviewId } from '#shared/first-day-api.ts'
import type { Language } from '#shared/languages.ts'
import { callAdmin } from '#web/admin/call-admin.ts'
import { readOrThrow } from '#web/api/query-client.ts'

const FIRST_DAY = '/functions/first-day'

/** The list that a new shop begins with, as the query client reads it. */
export const firstDayQuery = {
  queryKey: ['first-day'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<FirstDayReply> =>
    readOrThrow(FIRST_DAY, { signal }),
}

export const sendFirstDay = (action: FirstDayRequest['action']) =>
  callAdmin('POST', FIRST_DAY, { action } satisfies FirstDayRequest)

/** The address of a page that shows a mail with example data. */
export const mailPreviewAddress = (mail: MailPreviewId, language: Language) =>
  `/functions/mail-previews/${mail}?language=${language}`
