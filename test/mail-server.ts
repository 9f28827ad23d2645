import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server that keeps the mails it receives. */
export interface MailServer {
  /** For KEYHOLD_SMTP_URL. */
  readonly url: string
  /** The mails to an address, oldest first. */
  mailsTo(address: string): readonly ParsedMail[]
  /** All mails, oldest first. */
  mails(): readonly ParsedMail[]
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const received: { readonly to: readonly string[]; readonly mail: ParsedMail }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 500,
    onData: (stream, session, done) => {
      simpleParser(stream).then((mail) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail })
        done()
      }, done)
    },
  })
  // a sender that is killed closes its connection, which is not an error of this server
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    mailsTo: (address) => received.filter(({ to }) => to.includes(address)).map(({ mail }) => mail),
    mails: () => received.map(({ mail }) => mail),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
  }
}
