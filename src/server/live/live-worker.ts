import type { IncomingMessage, Server } from 'node:http'
import type { Db } from '#server/db/database.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Log } from '#server/runtime/log.ts'
import type { OriginRule } from './allowed-origin.ts'
import { createLiveHub } from './live-hub.ts'
import { createLiveServer } from './live-server.ts'

export interface LiveWorker {
  /** Takes over the upgrades of an HTTP server. */
  attach(server: Server): void
  /** Tells this process's pages that a topic changed. */
  tell(topic: 'editions'): void
  stop(): Promise<void>
}

interface LiveWorkerDeps {
  readonly db: Db
  readonly log: Log
  /** Brings what this and other processes announce. */
  readonly listener: Pick<Listener, 'subscribe'>
  readonly origin: OriginRule
  /** Who is calling, as limits count; must see through trusted proxies. */
  readonly clientOf: (request: IncomingMessage) => string
}

/** The background worker that tells pages of changes, at `/live/websocket`. */
export function createLiveWorker({ db, log, listener, origin, clientOf }: LiveWorkerDeps): LiveWorker {
  const hub = createLiveHub(db, log)
  const server = createLiveServer({ hub, origin, clientOf })
  const unsubscribe = listener.subscribe(hub)
  return {
    attach: (httpServer) => {
      server.attach(httpServer)
    },
    tell: (topic) => {
      hub.announced(topic)
    },
    async stop() {
      unsubscribe()
      await server.stop()
      await hub.stop()
    },
  }
}
