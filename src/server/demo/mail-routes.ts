import * as z from 'zod'
import type { Db } from '#server/db/database.ts'
import type { App } from '#server/http.ts'
import type { MailSetting } from '#server/mail/write-mail.ts'
import { MAILBOX_POLICY, mailboxPage } from './mailbox-page.ts'
import { readMailbox } from './mailbox.ts'

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
/** The mails' own styles stand in attributes; nothing else may be loaded or run. */
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** The demo's mailbox: what the shop has sent, for who runs it to read. */
export function demoMailRoutes(
  app: App,
  { db, setting }: { readonly db: Db; readonly setting: MailSetting },
): void {
  app.get('/demo/mail.json', { schema: { response: { 200: MailboxReply } } }, async () => [
    ...(await readMailbox(db, setting)),
  ])

  app.get('/demo/mail', async (_request, reply) => {
    const page = mailboxPage(setting.gameTitle, await readMailbox(db, setting))
    return reply.type('text/html; charset=utf-8').header('content-security-policy', MAILBOX_POLICY).send(page)
  })

  app.get('/demo/mail/:id', { schema: { params: z.object({ id: z.uuid() }) } }, async (request, reply) => {
    const mail = (await readMailbox(db, setting)).find((entry) => entry.id === request.params.id)
    if (mail === undefined || mail.html === '') return reply.callNotFound()
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', MAIL_POLICY)
      .send(mail.html)
  })
}
