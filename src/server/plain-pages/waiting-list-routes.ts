import type { App } from '#server/http/app.ts'
import { joinWaitingList } from '#server/waiting-list/join-waiting-list.ts'
import { confirmEntry, findWaitingEdition, leaveWaitingList } from '#server/waiting-list/waiting-entry.ts'
import { RecoverOrderRequest } from '#shared/buyer-api.ts'
import { findEdition, type EditionId } from '#shared/editions.ts'
import type { WaitingListStep } from '#shared/plain-facts.ts'
import { formFields } from './form-fields.ts'
import {
  formFieldsOf,
  queryFieldsOf,
  refuseForeignForm,
  refuseOverLimit,
  type PlainPagesDeps,
} from './notice-routes.ts'
import { addForm, addPage, HIDDEN, visitOf, type PageVisit } from './visit-routes.ts'
import type { FormReader } from './submit-order.ts'

const BODY_LIMIT_BYTES = 16 * 1024
/** What a mail provider posts for its reader (RFC 8058), as a form of either type. */
const ONE_CLICK = 'List-Unsubscribe=One-Click'

/** `/waiting-list`: to be told once when an edition that is sold out is back, without sign-in and without script. */
export function waitingListRoutes(app: App, deps: PlainPagesDeps): void {
  joinRoutes(app, deps)
  confirmRoutes(app, deps)
  leaveRoutes(app, deps)
}

function joinRoutes(app: App, deps: PlainPagesDeps): void {
  addPage(app, deps, '/waiting-list', async (visit) => {
    const awaited = await readAwaited(deps, visit)
    if (visit.fields.text('done') === 'sent') return showStep(visit, 200, { kind: 'sent', ...awaited })
    return showStep(visit, 200, awaited.isSoldOut ? enterStep(awaited) : { kind: 'available', ...awaited })
  })
  addForm(app, deps, '/waiting-list', async (visit) => {
    const { reply, fields, reader } = visit
    const awaited = await readAwaited(deps, visit)
    if (!awaited.isSoldOut) return showStep(visit, 200, { kind: 'available', ...awaited })
    const typed = fields.text('email').trim()
    const email = RecoverOrderRequest.shape.email.safeParse(typed)
    if (!email.success) return showStep(visit, 400, { ...enterStep(awaited), email: typed, isFaulty: true })
    const { edition } = awaited
    const wish = { email: email.data, edition, language: reader.language }
    const result = await joinWaitingList(deps, wish, reader.client)
    if (result.kind === 'too-often') {
      void reply.header('retry-after', String(result.retryAfterS))
      return showStep(visit, 429, { ...enterStep(awaited), email: typed, isTooOften: true })
    }
    return visit.redirect(`/waiting-list?edition=${edition}#done`, 'sent')
  })
}

function confirmRoutes(app: App, deps: PlainPagesDeps): void {
  addPage(app, deps, '/waiting-list/confirm', async (visit) => {
    const token = visit.fields.text('token')
    const edition = await findWaitingEdition(deps, token)
    if (edition === null) return showStep(visit, 404, { kind: 'over' })
    return showStep(visit, 200, { kind: 'confirm', token, ...awaitedOf(deps, edition, visit.reader) })
  })
  addForm(app, deps, '/waiting-list/confirm', async (visit) => {
    const { request, reply, fields, reader } = visit
    if (await refuseOverLimit(deps, request, reply)) return reply
    const edition = await confirmEntry(deps, fields.text('token'))
    if (edition === null) return showStep(visit, 404, { kind: 'over' })
    return showStep(visit, 200, { kind: 'confirmed', ...awaitedOf(deps, edition, reader) })
  })
}

function leaveRoutes(app: App, deps: PlainPagesDeps): void {
  addPage(app, deps, '/waiting-list/leave', (visit) =>
    showStep(visit, 200, { kind: 'leave', token: visit.fields.text('token') }),
  )
  // mail providers post here for their readers, without a cookie and from anywhere: the token in the URL is what permits it
  void app.register((scope: App, _options, done) => {
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
      (_request, _body, parsed) => {
        parsed(null, formFields(ONE_CLICK))
      },
    )
    scope.post('/waiting-list/leave', HIDDEN, async (request, reply) => {
      const fields = formFieldsOf(request)
      const query = queryFieldsOf(request)
      if (!fields.has('List-Unsubscribe') && refuseForeignForm(deps, request, reply)) return reply
      if (await refuseOverLimit(deps, request, reply)) return reply
      await leaveWaitingList(deps, fields.has('token') ? fields.text('token') : query.text('token'))
      const visit = visitOf(deps, request, reply, fields.has('lang') ? fields : query)
      return showStep(visit, 200, { kind: 'left' })
    })
    done()
  })
}

interface AwaitedEdition {
  readonly edition: EditionId
  readonly editionName: string
  readonly isSoldOut: boolean
}

/** The edition that a URL or a form names; else the first that is sold out, else the first. */
async function readAwaited(deps: PlainPagesDeps, { fields, reader }: PageVisit): Promise<AwaitedEdition> {
  const soldOut = (await deps.readEditions()).filter((one) => one.sold_out).map(({ id }) => id)
  const named = findEdition(deps.onSale(), fields.text('edition'))?.id
  const edition = named ?? soldOut[0] ?? deps.onSale()[0]?.id ?? ''
  return { ...awaitedOf(deps, edition, reader), isSoldOut: soldOut.includes(edition) }
}

function awaitedOf(deps: PlainPagesDeps, edition: EditionId, { language }: FormReader) {
  return { edition, editionName: deps.editionName(edition, language) }
}

function enterStep({ edition, editionName }: AwaitedEdition) {
  return { kind: 'enter', edition, editionName, email: '', isFaulty: false, isTooOften: false } as const
}

function showStep({ show, reader: { named } }: PageVisit, status: number, step: WaitingListStep) {
  return show(status, (bundle, page) => bundle.renderWaitingList(page, { named, step }))
}
