import type { Clock } from '#server/runtime/clock.ts'
import { splitCredentials } from './node-http.ts'

/** The number of recent calls to one node, and its last error. */
interface NodeTally {
  /** In the last 24 hours. */
  readonly callsADay: number
  /** Such as `'http 429'` or `'ECONNREFUSED'`; contains neither the request nor the URL. */
  readonly lastError: { readonly kind: string; readonly at: Date } | null
}

/** Counts the calls of this process to a chain's nodes since its start. */
export interface CallTally {
  /** Pass it to the chain's reader in place of `globalThis.fetch`. */
  readonly fetch: typeof globalThis.fetch
  /** In the order of the setting. */
  read(): readonly NodeTally[]
}

const HOUR_MS = 3600_000

interface Counted {
  /** Calls by the hour since 1970. */
  readonly byHour: Map<number, number>
  lastError: NodeTally['lastError']
}

/**
 * Creates a counter for the calls to a chain's nodes.
 *
 * @param urls of the nodes, in the order of the setting; a call is counted for the longest URL that it begins with.
 */
export function createCallTally(
  urls: readonly string[],
  clock: Clock,
  ask: typeof globalThis.fetch = globalThis.fetch,
): CallTally {
  const nodes = urls.map((url) => {
    const counted: Counted = { byHour: new Map(), lastError: null }
    return { base: splitCredentials(url).url.replace(/\/+$/, ''), counted }
  })
  const longestFirst = [...nodes].sort((one, other) => other.base.length - one.base.length)
  const hourNow = () => Math.floor(clock().getTime() / HOUR_MS)

  const count = ({ byHour }: Counted) => {
    const hour = hourNow()
    byHour.set(hour, (byHour.get(hour) ?? 0) + 1)
    for (const old of byHour.keys()) if (old <= hour - 24) byHour.delete(old)
  }
  return {
    async fetch(input, init) {
      const url = input instanceof Request ? input.url : String(input)
      const counted = longestFirst.find((one) => url.startsWith(one.base))?.counted
      if (counted !== undefined) count(counted)
      const note = (kind: string) => {
        if (counted !== undefined) counted.lastError = { kind, at: clock() }
      }
      try {
        const response = await ask(input, init)
        if (!response.ok && response.status !== 404) note(`http ${String(response.status)}`)
        return response
      } catch (error) {
        note(kindOf(error))
        throw error
      }
    },
    read: () =>
      nodes.map(({ counted: { byHour, lastError } }) => {
        const since = hourNow() - 24
        const hours = [...byHour].filter(([hour]) => hour > since)
        return { callsADay: hours.reduce((sum, [, calls]) => sum + calls, 0), lastError }
      }),
  }
}

/** The error code only: messages contain host names. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const cause: unknown = error.cause
  if (typeof cause === 'object' && cause !== null && 'code' in cause) return String(cause.code)
  return error.name === 'TimeoutError' || error.name === 'AbortError' ? 'timeout' : 'failed'
}
