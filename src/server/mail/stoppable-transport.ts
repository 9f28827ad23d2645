import type { MailTransport } from './mail-transport.ts'

/**
 * A transport that fails while the mail server is stopped, for the demo.
 *
 * @param inner null if mails are stored and not sent.
 */
export function stoppableTransport(inner: MailTransport | null, isStopped: () => boolean): MailTransport {
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
