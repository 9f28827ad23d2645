import type { Feature } from '#server/http/feature.ts'
import type { MailSettings } from './mail-draft.ts'
import { smtpTransport, type MailTransport } from './mail-transport.ts'
import { stoppableTransport } from './stoppable-transport.ts'
import { createMailWorker, type MailWorkerDeps } from './mail-worker.ts'

interface MailFeatureDeps extends Omit<MailWorkerDeps, 'transport' | 'settings'> {
  /** What mails say of the game and the shop. */
  readonly mailSettings: MailSettings
  /** Whether the mail server is stopped, in a demo; null elsewhere. */
  readonly isMailStopped: (() => boolean) | null
  readonly settings: { readonly smtpUrl: string | null; readonly mailFrom: string }
}

interface Mail extends Feature {
  /** Null in a demo without SMTP. */
  readonly transport: MailTransport | null
}

/** What sends the mails of the shop. */
export function registerMail({ mailSettings, settings, isMailStopped, ...deps }: MailFeatureDeps): Mail {
  const transport = settings.smtpUrl === null ? null : smtpTransport(settings.smtpUrl, settings.mailFrom)
  const sending = isMailStopped === null ? transport : stoppableTransport(transport, isMailStopped)
  return { transport, workers: [createMailWorker({ ...deps, transport: sending, settings: mailSettings })] }
}
