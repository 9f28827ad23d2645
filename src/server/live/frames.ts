import * as z from 'zod'

/** A message of Phoenix's second serializer: `[join_ref, ref, topic, event, payload]`. */
export interface Frame {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
}

const Ref = z.string().max(32).nullable()
const Message = z.tuple([Ref, Ref, z.string().max(64), z.string().max(32), z.unknown()])

/** Parses a frame without its payload, which the server does not need. Null if the text is not a frame. */
export function readFrame(text: string): Frame | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  const message = Message.safeParse(value)
  if (!message.success) return null
  const [joinRef, ref, topic, event] = message.data
  return { joinRef, ref, topic, event }
}

/** Formats the reply to a frame that has a ref. */
export function writeReply(frame: Frame, status: 'ok' | 'error', response: object = {}): string {
  return JSON.stringify([frame.joinRef, frame.ref, frame.topic, 'phx_reply', { status, response }])
}

/** Formats a message to everyone who joined a topic; the same text for all of them. */
export function writePush(topic: string, event: string, payload: unknown): string {
  return JSON.stringify([null, null, topic, event, payload])
}

/** Formats the notice that a channel is closed, with the ref it was joined with. */
export function writeClose(joinRef: string | null, topic: string): string {
  return JSON.stringify([joinRef, null, topic, 'phx_close', {}])
}
