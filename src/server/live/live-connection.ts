import type { WebSocket } from 'ws'
import { readFrame, writeClose, writeReply, type Frame } from './frames.ts'
import { isLiveTopic, type LiveHub, type Page } from './live-hub.ts'

const MOST_TOPICS = 20
/** Far above what a page sends: a heartbeat each 30 s and a join a topic. */
const MOST_FRAMES_A_MINUTE = 240
/** A page that does not read is let go before it fills the memory. */
const MOST_UNREAD_BYTES = 256 * 1024

// RFC 6455 section 7.4.1
const GOING_TOO_FAR = 1008
const NOT_A_MESSAGE = 1007

/** One browser's connection. */
export interface LiveConnection {
  /** Counts what was heard since last asked; false once nothing was, two times in a row. */
  isAlive(): boolean
  close(code: number): void
  terminate(): void
}

/** Speaks Phoenix's protocol on a socket until it closes. */
export function serveConnection(socket: WebSocket, hub: LiveHub, onClosed: () => void): LiveConnection {
  const joined = new Map<string, string | null>()
  let framesLeft = MOST_FRAMES_A_MINUTE
  let silentChecks = 0
  const page: Page = {
    send(frame) {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > MOST_UNREAD_BYTES) socket.terminate()
      else socket.send(frame)
    },
  }
  const answer = (frame: Frame): string => {
    if (frame.topic === 'phoenix') return writeReply(frame, frame.event === 'heartbeat' ? 'ok' : 'error')
    if (frame.event === 'phx_join') return join(frame)
    if (frame.event === 'phx_leave') return leave(frame)
    return writeReply(frame, 'error', {
      reason: joined.has(frame.topic) ? 'unknown event' : 'unmatched topic',
    })
  }
  const join = (frame: Frame): string => {
    const { topic, joinRef } = frame
    if (!isLiveTopic(topic)) return writeReply(frame, 'error', { reason: 'unmatched topic' })
    const before = joined.get(topic)
    if (before === undefined && joined.size >= MOST_TOPICS)
      return writeReply(frame, 'error', { reason: 'too many topics' })
    if (before !== undefined) page.send(writeClose(before, topic))
    joined.set(topic, joinRef)
    hub.join(topic, page)
    return writeReply(frame, 'ok')
  }
  const leave = (frame: Frame): string => {
    joined.delete(frame.topic)
    hub.leave(frame.topic, page)
    return writeReply(frame, 'ok')
  }

  socket.on('message', (data, isBinary) => {
    silentChecks = 0
    framesLeft--
    if (framesLeft < 0) {
      socket.close(GOING_TOO_FAR)
      return
    }
    const frame = isBinary ? null : readFrame((data as Buffer).toString('utf8'))
    if (frame === null) socket.close(NOT_A_MESSAGE)
    else page.send(answer(frame))
  })
  // what breaks a socket, such as a frame that is too large, closes it as well: `close` follows
  socket.on('error', () => undefined)
  socket.on('close', () => {
    for (const topic of joined.keys()) hub.leave(topic, page)
    joined.clear()
    onClosed()
  })

  return {
    isAlive() {
      framesLeft = MOST_FRAMES_A_MINUTE
      silentChecks++
      return silentChecks <= 2
    },
    close: (code) => {
      socket.close(code)
    },
    terminate: () => {
      socket.terminate()
    },
  }
}
