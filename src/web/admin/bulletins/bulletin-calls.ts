import type * as z from 'zod'
import type { BulletinForecast, BulletinRequest, BulletinsReply } from '#shared/bulletins-api.ts'
import type { Language } from '#shared/languages.ts'
import { readOrThrow } from '#web/api/query-client.ts'
import { callAdmin } from '#web/admin/call-admin.ts'

const BULLETINS = '/functions/bulletins'

export function readBulletins(signal: AbortSignal): Promise<z.infer<typeof BulletinsReply>> {
  return readOrThrow(BULLETINS, { signal })
}

export function readForecast(id: string, signal: AbortSignal): Promise<BulletinForecast> {
  return readOrThrow(`${BULLETINS}/${id}/forecast`, { signal })
}

export const sendBulletinChange = (change: BulletinRequest) => callAdmin('POST', BULLETINS, change)

/** The address of a page that shows the mail. */
export const previewAddress = (id: string, language: Language) =>
  `${BULLETINS}/${id}/preview?language=${language}`
