// Pages that are connected to a shop, for live.ts, as a process of its own: bare sockets that speak just enough of WebSocket.
import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** What live.ts asks for. */
export type ClientsOrder =
  | {
      readonly kind: 'open'
      readonly port: number
      readonly count: number
      readonly topics: readonly string[]
    }
  | { readonly kind: 'report' }
  /** Reports once every page has had a push more than now. */
  | { readonly kind: 'await pushes' }
  | { readonly kind: 'close' }

/** What is said back. Times are `Date.now()` with fractions, which both processes share. */
export type ClientsReport =
  | { readonly kind: 'opened' | 'waiting' | 'closed' }
  | { readonly kind: 'reached'; readonly atMs: number }
  | { readonly kind: 'pushes'; readonly least: number; readonly most: number }

/** The shop accepts 300 connections of one address. */
const PER_ADDRESS = 250
const CONNECTING_AT_ONCE = 50
const OPCODE_TEXT = 0x81
/** What every push contains and no reply does. */
const PUSH = Buffer.from('"changed"')

interface Page {
  readonly socket: Socket
  pushes: number
}

const pages: Page[] = []
let left = 0

const tell = (report: ClientsReport) => process.send?.(report)

process.on('message', (order: ClientsOrder) => {
  if (order.kind === 'open') void open(order).then(() => tell({ kind: 'opened' }))
  if (order.kind === 'close') {
    for (const { socket } of pages.splice(0)) socket.destroy()
    tell({ kind: 'closed' })
  }
  if (order.kind === 'report') {
    const pushes = pages.map((page) => page.pushes)
    tell({ kind: 'pushes', least: Math.min(...pushes), most: Math.max(...pushes) })
    for (const page of pages) page.pushes = 0
  }
  if (order.kind === 'await pushes') {
    for (const page of pages) page.pushes = 0
    left = pages.length
    tell({ kind: 'waiting' })
  }
})

async function open({ port, count, topics }: Extract<ClientsOrder, { kind: 'open' }>): Promise<void> {
  let next = pages.length
  const end = next + count
  const connecting = async () => {
    for (let index = next++; index < end; index = next++) pages.push(await openPage(port, index, topics))
  }
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, connecting))
}

async function openPage(port: number, index: number, topics: readonly string[]): Promise<Page> {
  const socket = connect({
    port,
    host: '127.0.0.1',
    localAddress: `127.0.1.${String(1 + Math.floor(index / PER_ADDRESS))}`,
  })
  const page = { socket, pushes: 0 }
  const key = randomBytes(16).toString('base64')
  socket.write(
    `GET /live/websocket?vsn=2.0.0 HTTP/1.1\r\nHost: 127.0.0.1:${String(port)}\r\nUpgrade: websocket\r\n` +
      `Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  )
  const id = index.toString(16).padStart(12, '0')
  await new Promise<void>((resolve, reject) => {
    let joined = 0
    socket.on('error', reject)
    socket.on('data', (bytes: Buffer) => {
      const text = bytes.toString('latin1')
      if (text.startsWith('HTTP/1.1 ')) {
        if (!text.startsWith('HTTP/1.1 101'))
          reject(new Error(`expected an upgrade, got ${text.slice(0, 60)}`))
        for (const topic of topics) socket.write(join(topic.replace('{id}', id)))
      }
      joined += text.split('"phx_reply"').length - 1
      if (joined >= topics.length) resolve()
      count(page, bytes)
    })
  })
  return page
}

function count(page: Page, bytes: Buffer): void {
  for (let at = bytes.indexOf(PUSH); at >= 0; at = bytes.indexOf(PUSH, at + 1)) {
    page.pushes += 1
    if (page.pushes !== 1 || left === 0) continue
    left -= 1
    if (left === 0) tell({ kind: 'reached', atMs: performance.timeOrigin + performance.now() })
  }
}

/** A masked text frame; the mask is zero. RFC 6455 section 5.2. */
function join(topic: string): Buffer {
  const text = Buffer.from(JSON.stringify(['1', '1', topic, 'phx_join', {}]))
  return Buffer.concat([
    Buffer.of(OPCODE_TEXT, 0x80 | 126, text.length >> 8, text.length & 255, 0, 0, 0, 0),
    text,
  ])
}
