import type { Feature } from '#server/http/feature.ts'
import type { MailSettings } from './mail-draft.ts'
import { smtpTransport, type MailTransport } from './mail-transport.ts'
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

/**
 * A transport that fails while the mail server is stopped, for the demo.
 *
 * @param inner null if mails are stored and not sent.
 */
function stoppableTransport(inner: MailTransport | null, isStopped: () => boolean): MailTransport {
  const failIfStopped = () => {
    if (isStopped()) throw new Error('the mail server is stopped')
  }
  return {
    async send(mail, stop) {
      failIfStopped()
      await inner?.send(mail, stop)
    },
    async verify() {
      failIfStopped()
      await inner?.verify()
    },
    close: () => inner?.close(),
  }
}
