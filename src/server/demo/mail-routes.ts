import * as z from 'zod'
import { isStorable } from '#shared/api-fields.ts'
import type { Db } from '#server/db/database.ts'
import type { App } from '#server/http/app.ts'
import type { MailSettings } from '#server/mail/mail-draft.ts'
import { FRAMED_MAIL_HEADERS, withImages } from '#server/mail/mail-in-frame.ts'
import { readMailbox, readSentMail } from './mailbox.ts'

const MailboxReply = z.array(
  z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    sentAt: z.iso.datetime(),
    messageId: z.string(),
  }),
)
/** Routes of the demo's mailbox: the mails the shop has sent, for the person who runs it. */
export function demoMailRoutes(
  app: App,
  { db, settings }: { readonly db: Db; readonly settings: MailSettings },
): void {
  app.get('/demo/mail.json', { schema: { response: { 200: MailboxReply } } }, async () => [
    ...(await readMailbox(db, settings)),
  ])

  // a mail as a page that may be framed
  app.get(
    '/demo/mail/:messageId',
    { schema: { params: z.object({ messageId: z.string().refine(isStorable) }) } },
    async (request, reply) => {
      const mail = await readSentMail(db, request.params.messageId, settings)
      if (mail === undefined) {
        reply.callNotFound()
        return reply
      }
      const type = mail.html === '' ? 'text/plain' : 'text/html'
      return reply
        .headers(FRAMED_MAIL_HEADERS)
        .type(`${type}; charset=utf-8`)
        .send(mail.html === '' ? mail.text : withImages(mail))
    },
  )
}
