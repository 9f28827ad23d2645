import { createHash, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { CallError, clientOf, type App } from '#server/http/app.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { refuseAbove } from '#server/rate-limits/refuse-above.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { Done, Failure, SupportRequest } from '#shared/api.ts'
import type { Language } from '#shared/languages.ts'

export interface SupportDeps {
  readonly db: Db
  readonly clock: Clock
  readonly limits: Limits
  /** The studio's, where messages go; never one from the request. */
  readonly supportEmail: string
  /** The language the writer reads, for the copy that goes to him. */
  readonly languageOf: (headers: IncomingHttpHeaders) => Language
}

const HOUR_MS = 3_600_000

/** Messages to the studio: taken into the outbox, sent from there, and a word to the writer that they were. */
export function supportRoutes(app: App, shop: SupportDeps): void {
  const { db, clock, limits, supportEmail, languageOf } = shop
  app.post(
    '/functions/send-support-email',
    { schema: { body: SupportRequest, response: { 200: Done, '4xx': Failure } }, attachValidation: true },
    async (request) => {
      if (request.validationError !== undefined) throw worded(request.validationError)
      await refuseAbove(limits, 'support', clientOf(request))
      const { email } = request.body
      await db.transaction().execute(async (tx) => {
        await queueMail(tx, {
          dedupeKey: `support:${randomUUID()}`,
          template: 'support',
          language: 'en',
          recipient: supportEmail,
          replyTo: email,
          facts: request.body,
        })
        await queueMail(tx, {
          dedupeKey: copyKey(email, clock()),
          template: 'support-copy',
          language: languageOf(request.headers),
          recipient: email,
          facts: {},
        })
      })
      return { success: true } as const
    },
  )
}

/** One copy an hour and address: whoever types a stranger's address over and over fills no mailbox with it. */
function copyKey(email: string, now: Date): string {
  const hour = Math.floor(now.getTime() / HOUR_MS)
  const hash = createHash('sha256')
    .update(`${email.toLowerCase()} ${String(hour)}`)
    .digest('hex')
  return `support-copy:${hash.slice(0, 32)}`
}

/** The spec's own sentence for a field, without the field's name before it. */
function worded(error: Error & { readonly validation: unknown }): Error {
  const [issue] = error.validation as readonly { readonly instancePath?: string; readonly message?: string }[]
  const field = issue?.instancePath ?? ''
  if (issue?.message === undefined || !['/name', '/email', '/message'].includes(field)) return error
  return new CallError(400, field === '/email' ? 'EMAIL_INVALID' : 'BAD_REQUEST', issue.message)
}
