import type { MailTransport } from './mail-transport.ts'

/**
 * A transport that fails while the mail server is stopped, for the demo.
 *
 * @param inner null if mails are stored and not sent.
 */
export function stoppableTransport(inner: MailTransport | null, isStopped: () => boolean): MailTransport {
  return {
    async send(mail, stop) {
      if (isStopped()) throw new Error('the mail server is stopped')
      await inner?.send(mail, stop)
    },
    verify: async () => inner?.verify(),
    close: () => inner?.close(),
  }
}
