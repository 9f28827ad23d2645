// A node for watching.ts, as a process of its own: arguments are the network and the time at which its chain begins, in ms.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { NETWORKS } from '#shared/rails.ts'
import { callNodeOf } from '#test/nodes/watched-chain.ts'
import { NOW_HEADER } from './serve-call-node.ts'

/** What a block of Ethereum contains beside money for the shop. */
const CONTENT = { transfers: 40, payments: 150 }

const network = NETWORKS.find((one) => one === process.argv[2])
if (network === undefined) throw new RangeError('expected a network')
let nowMs = Number(process.argv[3])
const node = callNodeOf(network, () => new Date(nowMs), CONTENT)

async function answer(request: IncomingMessage): Promise<string> {
  nowMs = Number(request.headers[NOW_HEADER])
  const response = await node.fetch('', { method: 'POST', body: await text(request) })
  return response.text()
}

const server = createServer((request, response) => {
  void answer(request).then((body) => response.setHeader('content-type', 'application/json').end(body))
})
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`)
})
