import type * as z from 'zod'
import type { AlertListReply } from '#shared/alerts.ts'
import { useRead } from '#web/admin/use-read.ts'

const POLL_EVERY_MS = 60_000

export const ALERTS = '/functions/alerts'

/** The open alerts, reloaded every minute; the list and the count of a tab share one request. */
export function useAlerts() {
  return useRead<z.infer<typeof AlertListReply>>(['alerts'], ALERTS, { refetchInterval: POLL_EVERY_MS })
}
