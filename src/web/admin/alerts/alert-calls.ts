import type * as z from 'zod'
import type { AlertListReply } from '#shared/alerts.ts'
import { readOrThrow } from '#web/api/query-client.ts'
import { callAdmin } from '#web/admin/call-admin.ts'

const ALERTS = '/functions/alerts'

export function readAlerts(signal: AbortSignal): Promise<z.infer<typeof AlertListReply>> {
  return readOrThrow(ALERTS, { signal })
}

export const sendAlertClosing = (id: string) => callAdmin('POST', `${ALERTS}/${id}/close`, {})
