import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { App } from '#server/http/app.ts'
import { orderSecretOf, findPayment } from '#server/payments/open-order.ts'
import { isOrderSecret } from '#server/secrets/order-secret.ts'
import { readAcknowledgement, submitWithdrawal } from '#server/withdrawal/submit-withdrawal.ts'
import type { WithdrawFacts } from '#shared/plain-facts.ts'
import { isUuid, WITHDRAWAL_FIELDS, WithdrawalEntries, type WithdrawalField } from '#shared/withdrawal.ts'
import type { FormFields } from './form-fields.ts'
import { queryFieldsOf, type PlainPagesDeps } from './notice-routes.ts'
import { addForm, addPage, HIDDEN, visitOf, type PageVisit } from './visit-routes.ts'

const EMPTY = { name: '', paymentId: '', email: '', copies: '' }
/** Where the seller's law counts days, for a browser that does not tell its time zone. */
const DEFAULT_ZONE = 'Europe/Brussels'

/**
 * `/withdraw`: withdraws from a contract in two steps, without sign-in and without script. The acknowledgement answers the
 * second step at once; its file is asked for by the statement's id in a form, so that no URL holds it.
 */
export function withdrawRoutes(app: App, deps: PlainPagesDeps): void {
  addPage(app, deps, '/withdraw', async (visit) => {
    const known = await knownEntries(deps, visit.request, visit.fields.text('order').trim())
    return showStep(visit, 200, { typed: { ...EMPTY, ...known }, step: enterStep() })
  })
  app.get('/withdraw/confirm', HIDDEN, (request, reply) =>
    visitOf(deps, request, reply, queryFieldsOf(request)).redirect('/withdraw'),
  )
  addForm(app, deps, '/withdraw', (visit) => {
    const { typed, faults } = readForm(visit.fields)
    if (faults.length > 0) return showStep(visit, 400, { typed, step: enterStep(faults) })
    const step = visit.fields.has('change')
      ? enterStep()
      : ({ kind: 'confirm', statementId: randomUUID() } as const)
    return showStep(visit, 200, { typed, step })
  })
  addForm(app, deps, '/withdraw/confirm', async (visit) => {
    const { reply, fields } = visit
    const { typed, faults, entries } = readForm(fields)
    const id = fields.text('statement')
    if (entries === null || !isUuid(id)) return showStep(visit, 400, { typed, step: enterStep(faults) })
    const { language, client } = visit.reader
    const timeZone = timeZoneOf(fields.text('zone'))
    const result = await submitWithdrawal(deps.withdrawal, { ...entries, id, language, timeZone }, client)
    if (result.kind === 'too-often') {
      void reply.header('retry-after', String(result.retryAfterS))
      return showStep(visit, 429, { typed, step: { ...enterStep(), isTooOften: true } })
    }
    const acknowledgement = result.acknowledgement.text
    return showStep(visit, 200, { typed, step: { kind: 'done', statementId: id, acknowledgement } })
  })
  addForm(app, deps, '/withdraw/file', async ({ reply, fields, redirect }) => {
    const id = fields.text('statement')
    const found = isUuid(id) ? await readAcknowledgement(deps.withdrawal, id) : null
    if (found === null) return redirect('/withdraw')
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', `attachment; filename="${found.fileName}"`)
      .header('cache-control', 'no-store')
      .send(found.text)
  })
}

function enterStep(faults: readonly WithdrawalField[] = []) {
  return { kind: 'enter', faults, isTooOften: false } as const
}

/** What the link of a mail or of an order's page names; the e-mail only in a browser that holds the order's secret. */
async function knownEntries(
  { db, orderPage }: PlainPagesDeps,
  request: FastifyRequest,
  id: string,
): Promise<Partial<WithdrawFacts['typed']>> {
  if (!isUuid(id)) return {}
  const order = await findPayment(db, id)
  const isOpen = order !== null && isOrderSecret(orderPage.secret, order, orderSecretOf(request, id))
  return { paymentId: id, ...(isOpen ? { email: order.user_email ?? '' } : {}) }
}

function readForm(fields: FormFields) {
  const typed = {
    name: fields.text('name').trim(),
    paymentId: fields.text('paymentId').trim(),
    email: fields.text('email').trim(),
    copies: fields.text('copies').trim(),
  }
  const parsed = WithdrawalEntries.safeParse(typed)
  const wrong = new Set(parsed.success ? [] : parsed.error.issues.map((issue) => issue.path[0]))
  return {
    typed,
    faults: WITHDRAWAL_FIELDS.filter((field) => wrong.has(field)),
    entries: parsed.success ? parsed.data : null,
  }
}

/** The browser's time zone, if it names one; else {@link DEFAULT_ZONE}. */
function timeZoneOf(name: string): string {
  try {
    return name === ''
      ? DEFAULT_ZONE
      : new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch (error) {
    if (error instanceof RangeError) return DEFAULT_ZONE
    throw error
  }
}

function showStep(
  { show, reader: { named } }: PageVisit,
  status: number,
  facts: Omit<WithdrawFacts, 'named'>,
) {
  return show(status, (bundle, page) => bundle.renderWithdraw(page, { named, ...facts }))
}
