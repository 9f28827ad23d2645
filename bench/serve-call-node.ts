import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Clock } from '#server/runtime/clock.ts'
import type { NetworkId } from '#shared/rails.ts'
import type { CallNode } from '#test/nodes/call-node.ts'
import type { Bench } from './with-bench.ts'

/** The header with the time of the measured shop, in ms: the node's chain grows by it. */
export const NOW_HEADER = 'x-now'

/** Starts a node of a network's chain as a process of its own. It ends with the bench. */
export async function serveCallNode(bench: Bench, network: NetworkId, clock: Clock): Promise<CallNode> {
  const child = fork('bench/call-node-process.ts', [network, String(clock().getTime())], { stdio: 'inherit' })
  bench.defer(() => {
    const exited = once(child, 'exit')
    child.kill()
    return exited
  })
  const [url] = (await once(child, 'message')) as [string]
  let calls = 0
  return {
    calls: () => calls,
    fetch: (_url, init) => {
      calls += 1
      const headers = new Headers(init?.headers)
      headers.set(NOW_HEADER, String(clock().getTime()))
      return fetch(url, { ...init, headers })
    },
  }
}
