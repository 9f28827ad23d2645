import { Socket, type Channel } from 'phoenix'

const HEARTBEAT_MS = 30_000
const TIMEOUT_MS = 10_000
const RECONNECT_MS = [1000, 2000, 5000, 10_000] as const
const RECONNECT_MAX_MS = 10_000
// A component often unmounts as the next one mounts; the socket stays open in between.
const LINGER_MS = 5000

/** The delay before attempt `tries` (from 1): 1, 2, 5, then 10 s. */
export function reconnectAfterMs(tries: number): number {
  return RECONNECT_MS[tries - 1] ?? RECONNECT_MAX_MS
}

interface Subscription {
  readonly channel: Channel
  readonly listeners: Set<() => void>
}

let socket: Socket | null = null
const subscriptions = new Map<string, Subscription>()

/**
 * Subscribes to a topic, such as `payment:<id>`. A push is only a hint to read again: `onChanged` runs on every push,
 * and after every join, because pushes may have been missed before it. The socket opens with the first subscriber and
 * closes with the last.
 */
export function subscribe(topic: string, onChanged: () => void): () => void {
  const existing = subscriptions.get(topic)
  const subscription = existing ?? join(topic)
  subscription.listeners.add(onChanged)
  if (subscription.channel.state === 'joined') queueMicrotask(onChanged)
  return () => {
    subscription.listeners.delete(onChanged)
    if (subscription.listeners.size === 0 && subscriptions.get(topic) === subscription) leave(topic)
  }
}

function join(topic: string): Subscription {
  const channel = connected().channel(topic, {})
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  const subscription = { channel, listeners }
  subscriptions.set(topic, subscription)
  channel.on('changed', notify)
  // The handler is on the join's push, which phoenix sends again after each reconnect.
  channel.join().receive('ok', notify)
  return subscription
}

function leave(topic: string): void {
  const subscription = subscriptions.get(topic)
  if (subscription === undefined) return
  subscriptions.delete(topic)
  subscription.channel.leave()
  setTimeout(() => {
    if (subscriptions.size > 0) return
    socket?.disconnect()
    socket = null
  }, LINGER_MS)
}

function connected(): Socket {
  if (socket !== null) return socket
  socket = new Socket('/live', {
    heartbeatIntervalMs: HEARTBEAT_MS,
    timeout: TIMEOUT_MS,
    reconnectAfterMs,
    rejoinAfterMs: reconnectAfterMs,
  })
  socket.connect()
  return socket
}
