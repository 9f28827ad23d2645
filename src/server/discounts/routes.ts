import type { Currency } from '#shared/currency.ts'
import type { DbDeps } from '#server/db/db-deps.ts'
import { addCsvRoute } from '#server/accounts/csv-routes.ts'
import { restrictTo, type Access } from '#server/accounts/require-access.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { Done } from '#shared/api.ts'
import {
  DISCOUNT_PAGE,
  DiscountCreation,
  DiscountCreationReply,
  DiscountFileQuery,
  DiscountPause,
  DiscountsQuery,
  DiscountsReply,
} from '#shared/discounts-api.ts'
import type { Edition } from '#shared/editions.ts'
import { createCodes } from './create-codes.ts'
import { exportCodes } from './export-codes.ts'
import { listCodes } from './list-codes.ts'
import { pauseCode } from './pause-code.ts'

export interface DiscountRoutesDeps extends DbDeps {
  readonly access: Access
  /** Those on sale, with their prices now. */
  readonly onSale: () => readonly Edition[]
  /** Of their prices. */
  readonly currency: Currency
}

const PATH = '/functions/discount-codes'
const PERMISSION = 'discounts.manage'

/** The calls by which staff create discount codes, pause them, and see what came of them. */
export function discountRoutes(app: App, deps: DiscountRoutesDeps): void {
  listRoute(app, deps)
  changeRoutes(app, deps)
  addCsvRoute(app, deps, {
    path: '/functions/export-discount-codes',
    name: 'discount-codes',
    query: DiscountFileQuery,
    audit: ({ batch = null }) => ({
      action: 'discount.export',
      subject: { kind: 'discount', id: batch ?? 'all' },
    }),
    lines: ({ batch = null }) => exportCodes(deps.db, batch, deps.clock()),
  })
}

function listRoute(app: App, { db, clock, access }: DiscountRoutesDeps): void {
  app.get(
    PATH,
    { ...restrictTo(access, PERMISSION), ...callOf(DiscountsReply, { querystring: DiscountsQuery }) },
    async ({ query }) => {
      const { codes, total } = await listCodes(db, query, clock())
      const totalPages = Math.max(1, Math.ceil(total / DISCOUNT_PAGE))
      const pagination = { page: query.page, limit: DISCOUNT_PAGE, total, totalPages, hasMore: false }
      return { success: true as const, codes: [...codes], pagination }
    },
  )
}

function changeRoutes(app: App, { db, clock, access, onSale, currency }: DiscountRoutesDeps): void {
  app.post(
    PATH,
    { ...restrictTo(access, PERMISSION), ...callOf(DiscountCreationReply, { body: DiscountCreation }) },
    async (request) => {
      const actor = await access.requirePermission(request, PERMISSION)
      // a code decides what keys are sold for
      access.requireConfirmed(actor)
      const by = { actorId: actor.userId, now: clock(), onSale: onSale(), currency }
      const result = await createCodes(db, request.body, by)
      if (result.kind === 'exists')
        throw new CallError(409, 'CODE_EXISTS', 'there is a discount code with this text; choose another')
      if (result.kind === 'invalid') throw new CallError(400, 'CODE_INVALID', result.message)
      return { success: true as const, batchId: result.batchId, codes: [...result.codes] }
    },
  )
  app.post(
    `${PATH}/pause`,
    { ...restrictTo(access, PERMISSION), ...callOf(Done, { body: DiscountPause }) },
    async (request) => {
      const { userId: actorId } = await access.requirePermission(request, PERMISSION)
      if ((await pauseCode(db, request.body, { actorId, now: clock() })) === 'not-found')
        throw new CallError(404, 'NOT_FOUND', 'there is no such discount code')
      return { success: true as const }
    },
  )
}
