import type { CDPSession } from '@playwright/test'
import { until } from '#test/until.ts'

/** The network traffic of one visit, as the browser counts it: headers and compressed bodies. */
export interface NetworkWatch {
  /** Waits until the page is loaded and no request was open for a second. */
  quiet(): Promise<void>
  /** Counts from here on: what follows is another page. */
  forget(): void
  /** Bytes of HTML, styles and scripts that were requested before the page was loaded. */
  codeBytesBeforeIdle(): number
  /** Bytes of script files, at any time. */
  scriptBytes(): number
  /** The number of requests before the page was loaded. */
  requestsBeforeIdle(): number
}

interface Request {
  readonly type: string
  readonly sentAtS: number
  bytes: number | null
}

const QUIET_MS = 1000
const CODE = new Set(['Document', 'Stylesheet', 'Script'])

export async function watchNetwork(session: CDPSession): Promise<NetworkWatch> {
  const requests = new Map<string, Request>()
  let loadedAtS = Infinity
  let lastAtMs = performance.now()
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other', timestamp, request }) => {
    if (request.url.startsWith('data:')) return
    requests.set(requestId, { type, sentAtS: timestamp, bytes: null })
    lastAtMs = performance.now()
  })
  const finish = (requestId: string, bytes: number) => {
    const request = requests.get(requestId)
    if (request !== undefined) request.bytes = bytes
    lastAtMs = performance.now()
  }
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    finish(requestId, encodedDataLength)
  })
  session.on('Network.loadingFailed', ({ requestId }) => {
    finish(requestId, 0)
  })
  session.on('Page.loadEventFired', ({ timestamp }) => {
    loadedAtS = timestamp
    lastAtMs = performance.now()
  })
  await session.send('Network.enable')
  await session.send('Page.enable')
  const early = () => [...requests.values()].filter(({ sentAtS }) => sentAtS <= loadedAtS)
  return {
    quiet: () =>
      until(
        async () =>
          loadedAtS < Infinity &&
          [...requests.values()].every(({ bytes }) => bytes !== null) &&
          performance.now() - lastAtMs > QUIET_MS,
        { withinMs: 60_000, everyMs: 50, what: 'the page loaded and quiet' },
      ),
    forget() {
      requests.clear()
      loadedAtS = Infinity
    },
    codeBytesBeforeIdle: () => sum(early().filter(({ type }) => CODE.has(type))),
    scriptBytes: () => sum([...requests.values()].filter(({ type }) => type === 'Script')),
    requestsBeforeIdle: () => early().length,
  }
}

function sum(requests: readonly Request[]): number {
  return requests.reduce((bytes, request) => bytes + (request.bytes ?? 0), 0)
}
