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

/** Reads a frame; its payload is of no use here and dropped. Null where it is no such message. */
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

/** The answer to a frame that was sent with a ref. */
export function writeReply(frame: Frame, status: 'ok' | 'error', response: object = {}): string {
  return JSON.stringify([frame.joinRef, frame.ref, frame.topic, 'phx_reply', { status, response }])
}

/** A message to everyone who has joined a topic: the same text for each of them. */
export function writePush(topic: string, event: string, payload: unknown): string {
  return JSON.stringify([null, null, topic, event, payload])
}

/** Tells that a channel is over, by the ref it was joined with. */
export function writeClose(joinRef: string | null, topic: string): string {
  return JSON.stringify([joinRef, null, topic, 'phx_close', {}])
}
