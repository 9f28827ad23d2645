import type { Feature } from '#server/http/feature.ts'
import type { MailSettings } from './mail-draft.ts'
import { smtpTransport, type MailTransport } from './mail-transport.ts'
import { createMailWorker, type MailWorkerDeps } from './mail-worker.ts'

interface MailFeatureDeps extends Omit<MailWorkerDeps, 'transport' | 'settings'> {
  /** What mails say of the game and the shop. */
  readonly mailSettings: MailSettings
  readonly settings: { readonly smtpUrl: string | null; readonly mailFrom: string }
}

interface Mail extends Feature {
  /** Null in a demo without SMTP. */
  readonly transport: MailTransport | null
}

/** What sends the mails of the shop. */
export function registerMail({ mailSettings, settings, ...deps }: MailFeatureDeps): Mail {
  const transport = settings.smtpUrl === null ? null : smtpTransport(settings.smtpUrl, settings.mailFrom)
  return { transport, workers: [createMailWorker({ ...deps, transport, settings: mailSettings })] }
}
