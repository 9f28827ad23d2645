import { connect as connectTls } from 'node:tls'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Target } from './open-target.ts'

/** Where raw bytes are sent: through nginx, or to the shop's own port, as another program of the machine could. */
export type Way = 'nginx' | 'shop'
export const WAYS: readonly Way[] = ['nginx', 'shop']

/** Everything a server said to raw bytes until it closed the connection. */
export interface RawReply {
  /** The statuses of its answers; more than one means that it saw several requests. */
  readonly statuses: readonly number[]
  readonly text: string
  /** Until it closed, or until this side gave up. */
  readonly seconds: number
  readonly isClosed: boolean
}

interface SendOptions {
  /** Sent one after the other, with this pause; for clients that send slowly. */
  readonly everyMs?: number
  /** Gives up after so long. */
  readonly withinMs?: number
}

/** Sends bytes as they are, in pieces, and reads until the server closes. */
export function sendRaw(
  { tlsPort, shopPort, nginx }: Target,
  way: Way,
  pieces: readonly (string | Buffer)[],
  { everyMs = 0, withinMs = 5_000 }: SendOptions = {},
): Promise<RawReply> {
  const started = performance.now()
  const socket =
    way === 'nginx'
      ? connectTls({ port: tlsPort, host: '127.0.0.1', ca: nginx.certificate })
      : connect(shopPort, '127.0.0.1')
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    let isClosed = true
    const gaveUp = setTimeout(() => {
      isClosed = false
      socket.destroy()
    }, withinMs)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // a refused connection is reset
    socket.on('error', () => undefined)
    socket.once('close', () => {
      clearTimeout(gaveUp)
      const text = Buffer.concat(chunks).toString('latin1')
      const statuses = [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, status]) => Number(status))
      resolve({ statuses, text, seconds: (performance.now() - started) / 1000, isClosed })
    })
    socket.once(way === 'nginx' ? 'secureConnect' : 'connect', () => {
      void (async () => {
        for (const piece of pieces) {
          if (!socket.writable) return
          socket.write(piece)
          if (everyMs > 0) await delay(everyMs)
        }
      })()
    })
  })
}
