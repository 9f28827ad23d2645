import type { WebSocket } from 'ws'
import { readFrame, writeClose, writeReply, type Frame } from './frames.ts'
import { isLiveTopic, type LiveHub, type ConnectedPage } from './live-hub.ts'

const MAX_TOPICS = 20
/** Far above what a page sends: a heartbeat every 30 s and one join per topic. */
const MAX_FRAMES_PER_MINUTE = 240
/** A page that does not read is disconnected before it fills the memory. */
const MAX_UNREAD_BYTES = 256 * 1024

// RFC 6455 section 7.4.1
const POLICY_VIOLATION = 1008
const INVALID_PAYLOAD = 1007

/** One browser's connection. */
export interface LiveConnection {
  /** Whether anything was received since one of the last two calls. */
  isAlive(): boolean
  close(code: number): void
  terminate(): void
}

/** Serves Phoenix's protocol on a socket until it closes. */
export function serveConnection(socket: WebSocket, hub: LiveHub, onClosed: () => void): LiveConnection {
  const joined = new Map<string, string | null>()
  let framesLeft = MAX_FRAMES_PER_MINUTE
  let silentChecks = 0
  const page: ConnectedPage = {
    send(frame) {
      if (socket.readyState !== socket.OPEN) return
      if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate()
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
    if (before === undefined && joined.size >= MAX_TOPICS)
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
      socket.close(POLICY_VIOLATION)
      return
    }
    const frame = isBinary ? null : readFrame((data as Buffer).toString('utf8'))
    if (frame === null) socket.close(INVALID_PAYLOAD)
    else page.send(answer(frame))
  })
  // an error, such as a frame that is too large, also closes the socket: `close` follows
  socket.on('error', () => undefined)
  socket.on('close', () => {
    for (const topic of joined.keys()) hub.leave(topic, page)
    joined.clear()
    onClosed()
  })

  return {
    isAlive() {
      framesLeft = MAX_FRAMES_PER_MINUTE
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
