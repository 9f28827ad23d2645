import type { DbDeps } from '#server/db/db-deps.ts'
import { restrictTo, type Access } from '#server/accounts/require-access.ts'
import type { Db } from '#server/db/database.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import type { MailSettings } from '#server/mail/mail-draft.ts'
import { FRAMED_MAIL_HEADERS, withImages } from '#server/mail/mail-in-frame.ts'
import { sampleOrder } from '#server/mail/sample-order.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { Done } from '#shared/api.ts'
import {
  BULLETINS_MAX,
  BulletinForecast,
  BulletinParams,
  BulletinPreviewQuery,
  BulletinRequest,
  BulletinsReply,
  bulletinWordsIn,
  type BulletinContent,
} from '#shared/bulletins-api.ts'
import { contentOf } from './bulletin-record.ts'
import { changeBulletin, type BulletinChange } from './change-bulletin.ts'
import { listBulletins } from './list-bulletins.ts'
import { forecastBulletin } from './recipients.ts'

export interface BulletinRoutesDeps extends DbDeps {
  readonly access: Access
  readonly policy: PaymentPolicy
  readonly mailSettings: MailSettings
  /** Called after a bulletin was changed, such as started. */
  readonly onChanged: () => void
}

/** The calls by which owners and managers write to all buyers. */
export function bulletinRoutes(app: App, deps: BulletinRoutesDeps): void {
  const { db, clock, access, policy, onChanged } = deps
  const { languages } = deps.mailSettings
  const rule = restrictTo(access, 'bulletins.send')
  app.get('/functions/bulletins', { ...rule, ...callOf(BulletinsReply, {}) }, async () => {
    const editions = await db.selectFrom('editions').select('id').orderBy('id').execute()
    return {
      success: true as const,
      bulletins: await listBulletins(db),
      editions: editions.map(({ id }) => id),
    }
  })
  app.post(
    '/functions/bulletins',
    { ...rule, ...callOf(Done, { body: BulletinRequest }) },
    async (request) => {
      const { userId: actorId, email } = await access.requirePermission(request, 'bulletins.send')
      throwIfRefused(
        await changeBulletin(db, request.body, {
          ...{ actorId, email, languages },
          now: clock(),
        }),
      )
      onChanged()
      return { success: true as const }
    },
  )
  app.get(
    '/functions/bulletins/:id/forecast',
    { ...rule, ...callOf(BulletinForecast, { params: BulletinParams }) },
    async (request) => {
      const content = await readContent(db, request.params.id)
      return { success: true as const, ...(await forecastBulletin(db, content, policy)) }
    },
  )
  // the mail as a page that may be framed
  app.get(
    '/functions/bulletins/:id/preview',
    { ...rule, schema: { params: BulletinParams, querystring: BulletinPreviewQuery } },
    async (request, reply) => {
      const { kind, editions, texts } = await readContent(db, request.params.id)
      const { language, ...words } = bulletinWordsIn(texts, request.query.language, languages)
      const facts = { ...sampleOrder(editions[0] ?? ''), kind, ...words }
      const mail = writeMail({ template: 'bulletin', facts }, language, deps.mailSettings)
      return reply.headers(FRAMED_MAIL_HEADERS).type('text/html; charset=utf-8').send(withImages(mail))
    },
  )
}

/** @throws {CallError} 404 if there is no such bulletin. */
async function readContent(db: Db, id: string): Promise<BulletinContent> {
  const record = await db.selectFrom('bulletins').selectAll().where('id', '=', id).executeTakeFirst()
  if (record === undefined) throw bulletinNotFound()
  return contentOf(record)
}

/** @throws {CallError} if the change was refused. */
function throwIfRefused(change: BulletinChange): void {
  switch (change.kind) {
    case 'done':
      return
    case 'not-found':
      throw bulletinNotFound()
    case 'started':
      throw new CallError(409, 'BULLETIN_STARTED', 'this announcement was sent and cannot change')
    case 'too-many':
      throw new CallError(
        409,
        'BULLETIN_TOO_MANY',
        `a shop keeps at most ${String(BULLETINS_MAX)} announcements; delete a draft`,
      )
    case 'unknown-edition':
      throw new CallError(400, 'BULLETIN_EDITION_UNKNOWN', 'there is no such edition')
    case 'no-default-words':
      throw new CallError(400, 'BAD_REQUEST', "write the text in the shop's default language")
    case 'changed':
      throw new CallError(
        409,
        'BULLETIN_ORDERS_CHANGED',
        `this announcement goes to ${String(change.orders)} orders now; read the numbers again`,
      )
  }
}

function bulletinNotFound(): CallError {
  return new CallError(404, 'BULLETIN_NOT_FOUND', 'there is no such announcement')
}
