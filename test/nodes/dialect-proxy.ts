import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { noFaults, type NodeFaults } from './node-faults.ts'
import { DECIMALS, DEPRECATED, PLAIN, type Dialect, type Refusal } from './proxy-dialects.ts'
import { createBlockShift, hex, type Wire } from './proxy-shift.ts'

interface ReceivedCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** A proxy in front of a real node, with the dialect of another kind of node and with faults. */
export interface DialectProxy {
  readonly url: string
  readonly faults: NodeFaults
  /** Every call received, including rejected ones, in order. */
  readonly receivedCalls: ReceivedCall[]
  /** The number of calls of a method. */
  count(method: string): number
  /** Rejects connections until {@link DialectProxy.comeBack}. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
  stop(): Promise<void>
}

export interface DialectProxyOptions {
  /** The URL of the real node. */
  readonly upstream: string
  readonly dialect?: Dialect
  /** If set, calls must have it in the header TRON-PRO-API-KEY. */
  readonly apiKey?: string
  /** Adds this to every block number; see proxy-shift. */
  readonly shiftBlocks?: number
}

interface Node {
  readonly options: DialectProxyOptions
  readonly faults: NodeFaults
  readonly dialect: Dialect
  readonly shift: ReturnType<typeof createBlockShift>
}

class RefusedCallError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Starts the proxy on a free port of the loopback interface. */
export async function startDialectProxy(options: DialectProxyOptions): Promise<DialectProxy> {
  const faults = noFaults()
  const receivedCalls: ReceivedCall[] = []
  const node: Node = {
    options,
    faults,
    dialect: options.dialect ?? PLAIN,
    shift: createBlockShift(options.shiftBlocks ?? 0),
  }
  const server = createServer((request, response) => {
    respond(node, receivedCalls, request, response).catch((error: unknown) => {
      response.writeHead(502).end(error instanceof Error ? error.message : 'proxy failed')
    })
  })
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const close = async (): Promise<void> => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  const port = await listen(0)
  return {
    url: `http://127.0.0.1:${String(port)}`,
    faults,
    receivedCalls,
    count: (method) => receivedCalls.filter((one) => one.method === method).length,
    goDown: close,
    async comeBack() {
      await listen(port)
    },
    stop: close,
  }
}

async function respond(
  node: Node,
  receivedCalls: ReceivedCall[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const call = JSON.parse(await bodyOf(request)) as ReceivedCall & { id: unknown }
  receivedCalls.push({ method: call.method, params: call.params })
  const { faults, options } = node
  if (faults.hangs) return
  if (faults.http !== null && receivedCalls.length % (faults.http.every ?? 1) === 0) {
    const { status, retryAfterS } = faults.http
    response
      .writeHead(status, retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) })
      .end('refused')
    return
  }
  if (options.apiKey !== undefined && request.headers['tron-pro-api-key'] !== options.apiKey) {
    response.writeHead(401).end('ApiKey not exists')
    return
  }
  const envelope = { jsonrpc: '2.0', id: call.id }
  const json = { 'content-type': 'application/json' }
  try {
    const result = await answer(node, call.method, call.params)
    response.writeHead(200, json).end(JSON.stringify({ ...envelope, result }))
  } catch (error) {
    if (!(error instanceof RefusedCallError)) throw error
    const { status, code, message } = error.refusal
    response.writeHead(status, json).end(JSON.stringify({ ...envelope, error: { code, message } }))
  }
}

async function answer(node: Node, method: string, params: readonly unknown[]): Promise<unknown> {
  const refusal = node.dialect.refuse(method, params, spanOf(method, params))
  if (refusal !== null) throw new RefusedCallError(refusal)
  if (isUnchanged(node, method, params)) return upstream(node, method, params)
  if (node.faults.refusesCalls && method === 'eth_call' && !isCalling(params, DECIMALS, DEPRECATED)) {
    throw new RefusedCallError({ status: 200, code: -32601, message: 'the method eth_call is not available' })
  }
  if (node.faults.refusedMethods.includes(method))
    throw new RefusedCallError({ status: 200, code: -32603, message: 'internal error' })
  if (node.faults.deprecatesTokens && isCalling(params, DEPRECATED)) return `0x${'1'.padStart(64, '0')}`
  switch (method) {
    case 'eth_blockNumber':
      return hex(await headOf(node))
    case 'eth_getBlockByNumber':
      return blockByNumber(node, params)
    case 'eth_getLogs':
      return logs(node, params[0] as Wire)
    case 'eth_getTransactionReceipt':
      return receipt(node, params)
    case 'eth_getTransactionByHash':
      return node.shift.fromNode(await upstream(node, method, params))
    case 'eth_call':
    case 'eth_getCode':
    case 'eth_getBalance':
    case 'eth_getTransactionCount':
      return stateAt(node, method, params)
    default:
      return upstream(node, method, params)
  }
}

function isCalling([call]: readonly unknown[], ...functions: readonly string[]): boolean {
  const { data } = (call ?? {}) as { readonly data?: string }
  return functions.includes(data ?? '')
}

/** Whether the client gets the real node's answer as it is, so that no further call is needed to adapt it. */
function isUnchanged({ dialect, faults, shift }: Node, method: string, [at]: readonly unknown[]): boolean {
  if (shift.toNode(0) !== 0 || !isDeepStrictEqual(faults, noFaults())) return false
  // a range of logs may end above the head
  if (method === 'eth_getLogs') return typeof at === 'object' && at !== null && 'blockHash' in at
  return method !== 'eth_getBlockByNumber' || at !== 'finalized' || dialect.finalizedDepth === null
}

/** Returns the head that the client may see, in the client's block numbers. */
async function headOf(node: Node): Promise<number> {
  const own = Number(await upstream(node, 'eth_blockNumber', []))
  return own - node.shift.toNode(0) - node.faults.lagBlocks
}

async function blockByNumber(node: Node, params: readonly unknown[]): Promise<unknown> {
  const [at, isFull] = params
  if (at === 'finalized' && node.faults.losesFinality !== null) return noFinality(node.faults.losesFinality)
  const head = await headOf(node)
  const wanted = await heightOf(node, at, head)
  if (wanted > head) return null
  const own = node.shift.toNode(wanted)
  if (own < 0) return node.shift.generatedBlock(wanted, await genesisAtS(node))
  const block = node.shift.fromNode(await upstream(node, 'eth_getBlockByNumber', [hex(own), isFull])) as Wire
  return node.faults.block === null ? block : node.faults.block(block)
}

/** The answer of a node after its start, or while finality stalls. */
function noFinality(how: 'error' | 'null'): null {
  if (how === 'error')
    throw new RefusedCallError({ status: 200, code: -32603, message: 'finalized block not found' })
  return null
}

async function heightOf(node: Node, at: unknown, head: number): Promise<number> {
  if (at === 'latest') return head
  if (at === 'earliest') return 0
  if (at !== 'finalized') return Number(at)
  const { finalizedDepth } = node.dialect
  if (finalizedDepth !== null) return Math.max(0, head - finalizedDepth)
  const block = (await upstream(node, 'eth_getBlockByNumber', ['finalized', false])) as Wire
  return Math.min(head, Number(block['number']) - node.shift.toNode(0))
}

async function genesisAtS(node: Node): Promise<number> {
  const genesis = (await upstream(node, 'eth_getBlockByNumber', ['0x0', false])) as Wire
  return Number(genesis['timestamp'])
}

async function logs(node: Node, filter: Wire): Promise<unknown> {
  const head = (await headOf(node)) - node.faults.logsLagBlocks
  let found: Wire[] = []
  const message = node.faults.logsBehind
  if (message !== null && !('blockHash' in filter) && Number(filter['toBlock']) > head) {
    throw new RefusedCallError({ status: 200, code: -32602, message })
  }
  if ('blockHash' in filter) {
    found = (await logsOfBlock(node, filter, head)) as Wire[]
  } else {
    const from = Math.max(0, node.shift.toNode(Number(filter['fromBlock'])))
    const to = node.shift.toNode(Math.min(head, Number(filter['toBlock'])))
    const range = { ...filter, fromBlock: hex(from), toBlock: hex(to) }
    found = to < from ? [] : ((await upstream(node, 'eth_getLogs', [range])) as Wire[])
  }
  const shown = node.faults.hidesLogs ? [] : (node.shift.fromNode(found) as Wire[])
  return node.faults.logs === null ? shown : node.faults.logs(shown)
}

async function logsOfBlock(node: Node, filter: Wire, head: number): Promise<unknown> {
  const block = (await upstream(node, 'eth_getBlockByHash', [filter['blockHash'], false])) as Wire | null
  const isHidden = block !== null && Number(block['number']) - node.shift.toNode(0) > head
  if (isHidden) throw new RefusedCallError({ status: 200, code: -32000, message: 'unknown block' })
  return upstream(node, 'eth_getLogs', [filter])
}

async function receipt(node: Node, params: readonly unknown[]): Promise<unknown> {
  const found = node.shift.fromNode(await upstream(node, 'eth_getTransactionReceipt', params)) as Wire | null
  if (found === null || Number(found['blockNumber']) > (await headOf(node))) return null
  return node.faults.receipt === null ? found : node.faults.receipt(found)
}

/** Forwards calls and balances with the real node's block numbers; block.number in a constructor's result is the client's. */
async function stateAt(node: Node, method: string, params: readonly unknown[]): Promise<unknown> {
  const [what, at] = params
  const head = await headOf(node)
  const isNumber = typeof at === 'string' && at.startsWith('0x')
  const point =
    at === 'latest' ? hex(node.shift.toNode(head)) : isNumber ? hex(node.shift.toNode(Number(at))) : at
  const result = await upstream(node, method, [what, point])
  const shift = -node.shift.toNode(0)
  const isConstructor = method === 'eth_call' && typeof what === 'object' && what !== null && !('to' in what)
  if (!isConstructor || shift === 0 || typeof result !== 'string') return result
  const number = BigInt(result.slice(0, 66)) + BigInt(shift)
  return `0x${number.toString(16).padStart(64, '0')}${result.slice(66)}`
}

/** The number of blocks that a log call requests, both ends included. */
function spanOf(method: string, params: readonly unknown[]): number | null {
  const [filter] = params
  if (method !== 'eth_getLogs' || typeof filter !== 'object' || filter === null || 'blockHash' in filter)
    return null
  const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
  return Number(toBlock) - Number(fromBlock) + 1
}

async function upstream(node: Node, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const reply = JSON.parse(await post(node.options.upstream, body)) as {
    result?: unknown
    error?: { code: number; message: string }
  }
  if (reply.error !== undefined) throw new RefusedCallError({ status: 200, ...reply.error })
  return reply.result
}

const agent = new Agent({ keepAlive: true })

/** `fetch` takes twice as long, and a test makes thousands of calls. */
function post(url: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers: { 'content-type': 'application/json' } })
    sent.on('response', (response) => void bodyOf(response).then(resolve, reject))
    sent.on('error', reject)
    sent.end(body)
  })
}

function bodyOf(message: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      resolve(Buffer.concat(chunks).toString('utf8'))
    })
    message.on('error', reject)
  })
}
