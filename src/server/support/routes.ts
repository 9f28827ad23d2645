import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { CallError, clientOf, type App } from '#server/http.ts'
import type { Limits } from '#server/limits/limits.ts'
import { refuseAbove } from '#server/limits/refuse-above.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { Done, Failure, SupportRequest } from '#shared/api.ts'

export interface SupportShop {
  readonly db: Db
  readonly limits: Limits
  /** The studio's, where messages go; never one from the request. */
  readonly supportEmail: string
}

/** Messages to the studio: taken into the outbox, sent from there. */
export function supportRoutes(app: App, { db, limits, supportEmail }: SupportShop): void {
  app.post(
    '/functions/send-support-email',
    { schema: { body: SupportRequest, response: { 200: Done, '4xx': Failure } }, attachValidation: true },
    async (request) => {
      if (request.validationError !== undefined) throw worded(request.validationError)
      await refuseAbove(limits, 'support', clientOf(request))
      await db.transaction().execute((tx) =>
        queueMail(tx, {
          dedupeKey: `support:${randomUUID()}`,
          template: 'support',
          language: 'en',
          recipient: supportEmail,
          replyTo: request.body.email,
          facts: request.body,
        }),
      )
      return { success: true } as const
    },
  )
}

/** The spec's own sentence for a field, without the field's name before it. */
function worded(error: Error & { readonly validation: unknown }): Error {
  const [issue] = error.validation as readonly { readonly instancePath?: string; readonly message?: string }[]
  const field = issue?.instancePath ?? ''
  if (issue?.message === undefined || !['/name', '/email', '/message'].includes(field)) return error
  return new CallError(400, field === '/email' ? 'EMAIL_INVALID' : 'BAD_REQUEST', issue.message)
}
