import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

interface Passed {
  /** How often each statement was executed, by its text. */
  readonly statements: ReadonlyMap<string, number>
  /** Transactions committed, single writing statements included. */
  readonly commits: number
  /** How often something was sent after an answer. Statements that are sent at once are one round trip. */
  readonly roundTrips: number
  /** Connections opened. */
  readonly connections: number
}

/** A server between a shop and its PostgreSQL, which counts and delays what passes. */
export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  readonly url: string
  /** What has passed since the last call. */
  take(): Passed
  /** From now on everything takes this long in each direction, in ms. */
  delayBy(ms: number): void
  /** The answer to the next commit is lost with its connection. PostgreSQL has committed. */
  loseNextCommit(): void
  stop(): Promise<void>
}

/** Starts a proxy in front of a database that is reached without TLS. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  let delayMs = 0
  let statements = new Map<string, number>()
  let commits = 0
  let roundTrips = 0
  let connections = 0
  const sockets = new Set<Socket>()
  const later = (step: () => void) => (delayMs === 0 ? step() : void setTimeout(step, delayMs))
  let isCommitLost = false
  const pass = (from: Socket, to: Socket, read: (chunk: Buffer) => boolean) => {
    sockets.add(from)
    from.setNoDelay(true)
    from.on('data', (chunk) => {
      if (read(chunk)) later(() => to.write(chunk))
      else to.destroy()
    })
    from.on('close', () => {
      sockets.delete(from)
      later(() => to.end())
    })
    from.on('error', () => to.destroy())
  }
  const server = createServer((client) => {
    connections += 1
    const database = connect(Number(target.port), target.hostname)
    const texts = new Map<string, string>()
    const count = (text: string) => {
      const words = text.replace(/\s+/g, ' ').trim()
      if (words === '') return
      statements.set(words, (statements.get(words) ?? 0) + 1)
      if (/^(begin|start transaction)/i.test(words)) isInTransaction = true
      const isWrite = /^(insert|update|delete|with .*\b(insert into|update|delete from)\b)/i.test(words)
      const ends = /^(commit|rollback)\b/i.test(words)
      if (/^commit/i.test(words) || (isWrite && !isInTransaction)) commits += 1
      if (/^commit/i.test(words) && isCommitLost) {
        isCommitLost = false
        isToBeLost = true
      }
      if (ends) isInTransaction = false
    }
    let isInTransaction = false
    let isToBeLost = false
    let isLost = false
    let isAnswered = true
    let portal = ''
    const readStatements = fromClient((type, body) => {
      if (type === 'Q') count(textOf(body))
      if (type === 'P') texts.set(textOf(body), textOf(body.subarray(textOf(body).length + 1)))
      if (type === 'B') portal = texts.get(textOf(body.subarray(textOf(body).length + 1))) ?? ''
      if (type === 'E') count(portal)
    })
    pass(client, database, (chunk) => {
      if (isAnswered) roundTrips += 1
      isAnswered = false
      readStatements(chunk)
      return true
    })
    // a commit may be sent together with the statement before it, whose answer says nothing of it
    const readAnswers = messages((type, body) => {
      if (isToBeLost && type === 'C' && textOf(body) === 'COMMIT') isLost = true
    })
    pass(database, client, (chunk) => {
      isAnswered = true
      readAnswers(chunk)
      return !isLost
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    take() {
      const passed = { statements, commits, roundTrips, connections }
      statements = new Map()
      commits = 0
      roundTrips = 0
      connections = 0
      return passed
    },
    delayBy(ms) {
      delayMs = ms
    },
    loseNextCommit() {
      isCommitLost = true
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

type OnMessage = (type: string, body: Buffer) => void

/** Splits a stream into PostgreSQL's messages: a letter, the length without it, the body. */
function messages(onMessage: OnMessage): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
      const end = 1 + rest.readUInt32BE(1)
      onMessage(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, end))
      rest = rest.subarray(end)
    }
  }
}

/** The same for what a client sends, whose first message has no letter. */
function fromClient(onMessage: OnMessage): (chunk: Buffer) => void {
  const read = messages(onMessage)
  let isFirst = true
  return (chunk) => {
    if (!isFirst) {
      read(chunk)
      return
    }
    isFirst = false
    read(chunk.subarray(chunk.readUInt32BE(0)))
  }
}

/** The text up to the first zero byte. */
function textOf(body: Buffer): string {
  return body.toString('utf8', 0, body.indexOf(0))
}
