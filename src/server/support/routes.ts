import type { DbDeps } from '#server/db/db-deps.ts'
import { createHash, randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { CallError, clientOf, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import { hashMailbox } from '#server/mail/hash-mailbox.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { Done } from '#shared/api.ts'
import { SupportRequest } from '#shared/visitor-api.ts'
import type { Language } from '#shared/languages.ts'

export interface SupportDeps extends DbDeps {
  readonly limits: Limits
  /** The studio's address, where messages go; never one from the request. */
  readonly supportEmail: string
  /** The sender's language, for the confirmation sent to them. */
  readonly languageOf: (headers: IncomingHttpHeaders) => Language
}

const HOUR_MS = 3_600_000

/** The route for messages to the studio: queues the message, and a confirmation to its sender. */
export function supportRoutes(app: App, deps: SupportDeps): void {
  const { db, clock, limits, supportEmail, languageOf } = deps
  app.post(
    '/functions/send-support-email',
    { ...callOf(Done, { body: SupportRequest }), attachValidation: true },
    async (request) => {
      if (request.validationError !== undefined) throw toFieldError(request.validationError)
      await enforceLimit(limits, 'support', clientOf(request))
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
          dedupeKey: copyDedupeKey(email, clock()),
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

/** Limits confirmations to one per hour and mailbox, so that nobody can flood another person's. */
function copyDedupeKey(email: string, now: Date): string {
  const hour = Math.floor(now.getTime() / HOUR_MS)
  const hash = createHash('sha256')
    .update(`${hashMailbox(email)} ${String(hour)}`)
    .digest('hex')
  return `support-copy:${hash.slice(0, 32)}`
}

/** Replaces a validation error by the specified message for the field, without the field's name. */
function toFieldError(error: Error & { readonly validation: unknown }): Error {
  const [issue] = error.validation as readonly { readonly instancePath?: string; readonly message?: string }[]
  const field = issue?.instancePath ?? ''
  if (issue?.message === undefined || !['/name', '/email', '/message'].includes(field)) return error
  return new CallError(400, field === '/email' ? 'EMAIL_INVALID' : 'BAD_REQUEST', issue.message)
}
