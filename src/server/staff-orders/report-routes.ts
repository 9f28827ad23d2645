import type { Currency } from '#shared/currency.ts'
import type * as z from 'zod'
import { restrictTo } from '#server/accounts/require-access.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import type { EditionId } from '#shared/editions.ts'
import { SettingsCheckReply, StatisticsQuery, StatisticsReply } from '#shared/reports-api.ts'
import type { StaffOrdersDeps } from './staff-orders-deps.ts'
import { readStatistics } from './read-statistics.ts'

export interface ReportDeps extends StaffOrdersDeps {
  /** Of the editions on sale. */
  readonly editionIds: readonly EditionId[]
  /** Of the shop's prices. */
  readonly currency: Currency
  /** Checks nodes, mail, database and wallets now. */
  readonly checkSettings: () => Promise<Omit<SettingsCheckReply, 'success'>>
}

const DAY_MS = 24 * 3600_000
const DAYS_SHOWN = 30
const DAYS_MAX = 3660

/** The calls for statistics and the check of the settings. */
export function reportRoutes(
  app: App,
  { db, clock, access, editionIds, currency, checkSettings }: ReportDeps,
): void {
  app.get(
    '/functions/statistics',
    { ...restrictTo(access, 'stats.read'), ...callOf(StatisticsReply, { querystring: StatisticsQuery }) },
    async ({ query }) => {
      const days = statisticsDays(query, clock())
      return {
        success: true as const,
        ...(await readStatistics(db, days, clock(), { editionIds, currency: query.currency ?? currency })),
      }
    },
  )
  app.get(
    '/functions/settings-check',
    { ...restrictTo(access, 'settings.read'), ...callOf(SettingsCheckReply, {}) },
    async () => ({ success: true as const, ...(await checkSettings()) }),
  )
}

/** The days that statistics are asked for; by default the last 30. @throws {CallError} 400 for too many, or none. */
export function statisticsDays(
  query: z.infer<typeof StatisticsQuery>,
  now: Date,
): { readonly from: string; readonly to: string } {
  const to = query.to ?? dayOf(now)
  const from = query.from ?? dayOf(new Date(Date.parse(to) - (DAYS_SHOWN - 1) * DAY_MS))
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1 || days > DAYS_MAX) {
    throw new CallError(400, 'BAD_REQUEST', `expected 1 to ${String(DAYS_MAX)} days, with from not after to`)
  }
  return { from, to }
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
