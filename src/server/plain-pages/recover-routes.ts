import type { FastifyRequest } from 'fastify'
import { recoverOrder } from '#server/order-page/recover-order.ts'
import type { App } from '#server/http/app.ts'
import type { PerRequestPage } from '#server/site/routes.ts'
import { RecoverOrderRequest } from '#shared/buyer-api.ts'
import type { RecoverFacts } from '#shared/plain-facts.ts'
import type { FormFields } from './form-fields.ts'
import { queryFieldsOf, type PlainPagesDeps } from './notice-routes.ts'
import { addForm, addPage } from './visit-routes.ts'
import { readOwnOrders } from './read-own-orders.ts'
import type { FormReader } from './submit-order.ts'

/** `/recover`: finds a buyer's order, by this browser's cookies or by mail. */
export function recoverRoutes(app: App, deps: PlainPagesDeps): void {
  addPage(app, deps, '/recover', async ({ request, reply, fields, reader, show, redirect }) => {
    const facts = await recoverFacts(deps, request, reader)
    const [only, another] = facts.own
    const isSent = fields.text('done') === 'sent'
    if (facts.isForRefund && !isSent && only !== undefined && another === undefined) {
      void reply.header('referrer-policy', 'no-referrer')
      return redirect(`/order/${only.id}#refund`)
    }
    return show(200, recover({ ...facts, isSent }))
  })
  addForm(app, deps, '/recover', async ({ request, reply, fields, reader, show, redirect }) => {
    const lost = readRecoverEntries(fields)
    if (lost.kind === 'lost') {
      const outcome = await recoverOrder(deps.orderPage, lost.lost, reader.client)
      if (outcome.kind === 'done')
        return redirect(isForRefund(request) ? '/recover?for=refund#done' : '/recover#done', 'sent')
      void reply.header('retry-after', String(outcome.retryAfterS))
    }
    const facts = await recoverFacts(deps, request, reader)
    const typed = { email: fields.text('email').trim(), paymentId: fields.text('paymentId').trim() }
    return lost.kind === 'lost'
      ? show(429, recover({ ...facts, typed, isTooOften: true }))
      : show(400, recover({ ...facts, typed, faults: lost.faults }))
  })
}

type RecoverEntries =
  | { readonly kind: 'lost'; readonly lost: RecoverOrderRequest }
  | { readonly kind: 'faulty'; readonly faults: RecoverFacts['faults'] }

function readRecoverEntries(fields: FormFields): RecoverEntries {
  const typed = { email: fields.text('email'), paymentId: fields.text('paymentId') }
  const parsed = RecoverOrderRequest.safeParse(typed)
  if (parsed.success) return { kind: 'lost', lost: parsed.data }
  const wrong = new Set(parsed.error.issues.map((issue) => issue.path[0]))
  return { kind: 'faulty', faults: (['email', 'paymentId'] as const).filter((field) => wrong.has(field)) }
}

function isForRefund(request: FastifyRequest): boolean {
  return queryFieldsOf(request).text('for') === 'refund'
}

async function recoverFacts(
  deps: PlainPagesDeps,
  request: FastifyRequest,
  { language, named }: FormReader,
): Promise<RecoverFacts> {
  return {
    named,
    isForRefund: isForRefund(request),
    own: await readOwnOrders(deps, request, (edition) => deps.editionName(edition, language)),
    typed: { email: '', paymentId: '' },
    faults: [],
    isSent: false,
    isTooOften: false,
  }
}

const recover =
  (facts: RecoverFacts): PerRequestPage['render'] =>
  (bundle, page) =>
    bundle.renderRecover(page, facts)
