import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { simpleParser, type ParsedMail } from 'mailparser'
import { until } from './until.ts'

/** The stages of an SMTP session that may fail; `body`: in the middle of a mail, `dot`: after all of it was received. */
export const SMTP_STAGES = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'body', 'dot'] as const
type SmtpStage = (typeof SMTP_STAGES)[number]

/** The fault: an error reply, no reply, a closed connection; or the mail is accepted without a reply. */
export type SmtpFault = number | 'stall' | 'drop' | 'take-and-drop' | 'take-and-stall'

/** What a fault may depend on. */
interface SmtpMoment {
  readonly stage: SmtpStage
  /** The recipient, once it is known. */
  readonly recipient: string | null
  /** How often this stage was reached before. */
  readonly before: number
}

/** A received mail. */
type TakenMail = ParsedMail & { readonly envelopeTo: readonly string[] }

export interface FaultyMailServer {
  readonly url: string
  /** Sets the faults from now on; null: none. */
  behave(fault: (moment: SmtpMoment) => SmtpFault | null): void
  /** The received mails including duplicates, oldest first. */
  mails(): readonly TakenMail[]
  /** The next connections are greeted when this resolves. */
  greetAfter(moment: Promise<void>): void
  /** Resolves once there is a connection, greeted or not. */
  connected(): Promise<void>
  /** Resolves once that many mails were received, or the stage was reached that often. */
  taken(count: number): Promise<void>
  reached(stage: SmtpStage, count?: number): Promise<void>
  /** Stops listening, and listens again on the same port. */
  away(): Promise<void>
  back(): Promise<void>
  close(): Promise<void>
}

/** A real SMTP server that can fail at each of its replies. */
export async function startFaultyMailServer(): Promise<FaultyMailServer> {
  let fault: (moment: SmtpMoment) => SmtpFault | null = () => null
  let greeting = Promise.resolve()
  const mails: TakenMail[] = []
  const reached = new Map<SmtpStage, number>()
  const sockets = new Set<Socket>()
  const reach = (stage: SmtpStage, recipient: string | null) => {
    const before = reached.get(stage) ?? 0
    reached.set(stage, before + 1)
    return fault({ stage, recipient, before })
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const take = async (raw: Buffer, envelopeTo: readonly string[]) => {
      mails.push({ ...(await simpleParser(raw)), envelopeTo })
    }
    void greeting.then(() => {
      talk(socket, reach, take)
    })
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const end = async () => {
    for (const socket of sockets) socket.destroy()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  const patience = { everyMs: 5 }
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    behave: (next) => {
      fault = next
    },
    greetAfter: (moment) => {
      greeting = moment
    },
    connected: () => until(() => Promise.resolve(sockets.size > 0), { ...patience, what: 'a connection' }),
    mails: () => mails,
    taken: (count) =>
      until(() => Promise.resolve(mails.length >= count), {
        ...patience,
        what: `${String(count)} mails taken`,
      }),
    reached: (stage, count = 1) =>
      until(() => Promise.resolve((reached.get(stage) ?? 0) >= count), {
        ...patience,
        what: `${stage} reached`,
      }),
    away: end,
    back: () => listen(port),
    close: end,
  }
}

/** One connection. */
function talk(
  socket: Socket,
  reach: (stage: SmtpStage, recipient: string | null) => SmtpFault | null,
  take: (raw: Buffer, envelopeTo: readonly string[]) => Promise<void>,
): void {
  let recipient: string | null = null
  let recipients: string[] = []
  let isInBody = false
  let hasBegunBody = false
  let isStalled = false
  let waiting = Buffer.alloc(0)
  // a sender that is killed or gives up closes its connection, which is not an error of this server
  socket.on('error', () => undefined)

  /** @returns whether the session continues normally. */
  const goesWell = (stage: SmtpStage): boolean => {
    const fault = reach(stage, recipient)
    if (fault === null) return true
    if (fault === 'stall') isStalled = true
    else if (typeof fault === 'string') socket.destroy()
    else socket.write(`${String(fault)} <${recipient ?? 'nobody'}> not now\r\n`)
    return false
  }
  const answer = (stage: SmtpStage, reply: string) => {
    if (goesWell(stage)) socket.write(`${reply}\r\n`)
  }
  const finish = async (raw: Buffer) => {
    const fault = reach('dot', recipient)
    if (fault === null || fault === 'take-and-drop' || fault === 'take-and-stall') await take(raw, recipients)
    if (fault === null) socket.write('250 taken\r\n')
    else if (fault === 'stall' || fault === 'take-and-stall') isStalled = true
    else if (typeof fault === 'string') socket.destroy()
    else socket.write(`${String(fault)} not this one\r\n`)
  }
  const obey = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') answer('EHLO', '250 here')
    else if (verb === 'MAIL') {
      recipients = []
      answer('MAIL', '250 go on')
    } else if (verb === 'RCPT') {
      recipient = /<([^>]*)>/.exec(line)?.[1] ?? null
      recipients.push(recipient ?? '')
      answer('RCPT', '250 go on')
    } else if (verb === 'DATA') {
      isInBody = goesWell('DATA')
      hasBegunBody = false
      if (isInBody) socket.write('354 go on\r\n')
    } else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else socket.write('250 fine\r\n')
  }
  const read = () => {
    while (!isStalled && !socket.destroyed) {
      if (isInBody) {
        if (waiting.length > 0 && !hasBegunBody) {
          hasBegunBody = true
          if (!goesWell('body')) return
        }
        const end = waiting.indexOf('\r\n.\r\n')
        if (end < 0) return
        // a line that begins with a dot has one more on its way
        const raw = Buffer.from(waiting.toString('latin1', 0, end + 2).replace(/^\.\./gm, '.'), 'latin1')
        waiting = waiting.subarray(end + 5)
        isInBody = false
        void finish(raw)
      } else {
        const end = waiting.indexOf('\r\n')
        if (end < 0) return
        const line = waiting.subarray(0, end).toString()
        waiting = waiting.subarray(end + 2)
        obey(line)
      }
    }
  }
  socket.on('data', (bytes) => {
    waiting = Buffer.concat([waiting, bytes])
    read()
  })
  answer('greeting', '220 ready')
}
