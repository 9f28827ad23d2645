import { restrictTo, type Access } from '#server/accounts/require-access.ts'
import type { App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import type { MailSettings } from '#server/mail/mail-draft.ts'
import { FRAMED_MAIL_HEADERS, withImages } from '#server/mail/mail-in-frame.ts'
import { writeMail } from '#server/mail/write-mail.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { Done } from '#shared/api.ts'
import type { EditionId } from '#shared/editions.ts'
import { FirstDayReply, FirstDayRequest, MailPreviewParams, MailPreviewQuery } from '#shared/first-day-api.ts'
import { readFirstDay, type FirstDayDeps } from './read-first-day.ts'
import { sampleMail } from './sample-mails.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'

export interface FirstDayRoutesDeps extends FirstDayDeps {
  readonly clock: Clock
  readonly access: Access
  readonly mailSettings: MailSettings
  /** The editions on sale. */
  readonly editionIds: readonly EditionId[]
  /** A demo sells nothing: it has no first day. */
  readonly origin: { readonly isDemo: boolean }
}

const PATH = '/functions/first-day'

/** The calls for the list that a new shop begins with, and the previews of mails. */
export function firstDayRoutes(app: App, deps: FirstDayRoutesDeps): void {
  const { db, clock, access, mailSettings, editionIds, origin } = deps
  const rule = restrictTo(access, 'settings.read')
  app.get(PATH, { ...rule, ...callOf(FirstDayReply, {}) }, async (request) => {
    const { role } = await access.requirePermission(request, 'settings.read')
    return { success: true as const, list: origin.isDemo ? null : await readFirstDay(deps, role, clock()) }
  })
  app.post(PATH, { ...rule, ...callOf(Done, { body: FirstDayRequest }) }, async (request) => {
    const permission = request.body.action === 'close' ? 'first-day.close' : 'settings.read'
    const { userId: actorId } = await access.requirePermission(request, permission)
    await changeFirstDay(db, request.body, { actorId, now: clock() })
    return { success: true as const }
  })
  // the mail as a page that may be framed
  app.get(
    '/functions/mail-previews/:mail',
    { ...rule, schema: { params: MailPreviewParams, querystring: MailPreviewQuery } },
    async (request, reply) => {
      const content = sampleMail(request.params.mail, editionIds[0] ?? '', clock())
      const mail = writeMail(content, request.query.language, mailSettings)
      return reply.headers(FRAMED_MAIL_HEADERS).type('text/html; charset=utf-8').send(withImages(mail))
    },
  )
}

/** Records that the mails were read, or closes the list. Asked for twice, it is done once. */
async function changeFirstDay(
  db: Db,
  { action }: FirstDayRequest,
  { actorId, now }: { readonly actorId: string; readonly now: Date },
): Promise<void> {
  const column = action === 'close' ? 'closed_at' : 'mails_read_at'
  await db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('first_day')
      .set({ [column]: now })
      .where(column, 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await recordAudit(tx, {
      at: now,
      actorId,
      action: `first-day.${action}`,
      subject: { kind: 'user', id: actorId },
    })
  })
}
