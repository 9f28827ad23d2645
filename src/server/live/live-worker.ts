import type { IncomingMessage, Server } from 'node:http'
import type { Db } from '#server/db/database.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Log } from '#server/runtime/log.ts'
import type { OriginRule } from './allowed-origin.ts'
import { createLiveHub } from './live-hub.ts'
import { createLiveServer } from './live-server.ts'

export interface LiveWorker {
  /** Handles the upgrade requests of an HTTP server. */
  attach(server: Server): void
  /** Notifies the pages of this process that a topic changed. */
  notify(topic: 'editions'): void
  stop(): Promise<void>
}

export interface LiveWorkerDeps {
  readonly db: Db
  readonly log: Log
  /** Delivers the announcements of this and other processes. */
  readonly listener: Pick<Listener, 'subscribe'>
  readonly origin: OriginRule
  /** The client, as rate limits identify it, behind trusted proxies. */
  readonly clientOf: (request: IncomingMessage) => string
}

/** Creates the background worker that notifies pages of changes, at `/live/websocket`. */
export function createLiveWorker({ db, log, listener, origin, clientOf }: LiveWorkerDeps): LiveWorker {
  const hub = createLiveHub(db, log)
  const server = createLiveServer({ hub, origin, clientOf })
  const unsubscribe = listener.subscribe(hub)
  return {
    attach: (httpServer) => {
      server.attach(httpServer)
    },
    notify: (topic) => {
      hub.announced(topic)
    },
    async stop() {
      unsubscribe()
      await server.stop()
      await hub.stop()
    },
  }
}
