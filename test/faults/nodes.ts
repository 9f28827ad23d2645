import type { ChainModel, ModelBlock } from './chain-model.ts'
import type { Gates } from './gates.ts'
import { routeOf } from './esplora-node.ts'
import type { WireLog } from './evm-node.ts'
import { RpcError, type Backend } from './node-protocol.ts'
import type { RandomStream } from './seeded-random.ts'

/** How a node spoils one answer. */
export const ANSWER_FAULTS = [
  'cut',
  'http 500',
  'http 429',
  'internal error',
  'null',
  'garbage',
  'missing field',
  'wrong hash',
] as const
/** One of {@link ANSWER_FAULTS}. */
type AnswerFault = (typeof ANSWER_FAULTS)[number]

/** A fault that spoils the next answers of a node. */
interface ArmedAnswer {
  /** Of any method if null. */
  readonly method: string | null
  readonly fault: AnswerFault
  /** Answers to spoil. */
  left: number
  /** Answers to let pass first. */
  skips: number
}

/** A node of the world: a view of its chain with faults. */
export interface ModelNode {
  readonly name: string
  readonly url: string
  readonly chain: ChainModel
  readonly backend: Backend
  isDown: boolean
  /** How many blocks the machine behind a method is behind; `'*'` for all methods. */
  readonly lag: Map<string, number>
  /** Stands still at this block, which may have been replaced. */
  pinned: ModelBlock | null
  hidesMempool: boolean
  /** When it began to hide it, in ms of the world; null if it never did, and how often it began. */
  hidSinceMs: number | null
  hidTimes: number
  /** Omits logs without an error. */
  hidesLogs: boolean
  /** Transfers that never were; this node shows them as if they were in a block. */
  readonly inventions: WireLog[]
  /** Refuses these methods. */
  readonly refuses: Set<string>
  readonly armed: ArmedAnswer[]
  calls: number
  /** How often it failed or spoilt an answer. */
  faults: number
}

/** Heals a node of everything. */
export function healNode(node: ModelNode): void {
  Object.assign(node, { isDown: false, pinned: null, hidesMempool: false, hidesLogs: false })
  node.lag.clear()
  node.refuses.clear()
  node.armed.length = 0
  node.inventions.length = 0
}

interface WireRequest {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

interface Reply {
  readonly status: number
  readonly text: string
}

/** Creates the `fetch` of one process: each call is answered when the scheduler releases it. */
export function gatedFetch(
  process: string,
  nodes: readonly ModelNode[],
  gates: Gates,
  stream: RandomStream,
): typeof globalThis.fetch {
  const ask = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const url = input instanceof Request ? input.url : String(input)
      const node = nodes.find((one) => url.startsWith(one.url))
      if (node === undefined) throw new Error(`no node of the world is at ${url}`)
      const body: unknown =
        typeof init?.body === 'string' ? JSON.parse(init.body) : routeOf(url.slice(node.url.length - 1))
      const method = methodOf(body)
      let outcome: () => string = () => ''
      gates.park({
        process,
        kind: 'call',
        label: `${node.name} ${method}`,
        perform() {
          const reply =
            typeof init?.body === 'string'
              ? replyOf(node, method, body, stream)
              : pageOf(node, body as RestRequest, stream)
          outcome = () => {
            if (reply === 'cut') {
              reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }))
              return 'cut'
            }
            resolve(responseOf(reply))
            return `${String(reply.status)} ${String(reply.text.length)}`
          }
          return Promise.resolve('done')
        },
        deliver: () => outcome(),
      })
    })
  return ask
}

/** The method name of a call that reads balances by code of its own. */
export const BALANCES = 'eth_call of code'

/** The method of a call; a block asked for as `finalized` is a method of its own, since nodes fail at it alone. */
function methodOf(body: unknown): string {
  const first = (Array.isArray(body) ? body[0] : body) as { method: string; params?: readonly unknown[] }
  const [asked] = first.params ?? []
  if (asked === 'finalized') return 'finalized'
  // code that is run without a contract reads many balances at once
  const isCode =
    first.method === 'eth_call' && typeof asked === 'object' && asked !== null && !('to' in asked)
  return isCode ? BALANCES : first.method
}

/** Only the members that the clients of nodes read: a real Response costs a stream for each call. */
function responseOf({ status, text }: Reply): Response {
  const body = (async function* () {
    yield Buffer.from(text)
  })()
  return { ok: status < 300, status, headers: new Headers(), body } as unknown as Response
}

function replyOf(node: ModelNode, method: string, body: unknown, stream: RandomStream): Reply | 'cut' {
  node.calls += 1
  const spoilt = takeFault(node, method)
  if (node.isDown || spoilt !== null || node.refuses.has(method)) node.faults += 1
  if (node.isDown || spoilt === 'cut') return 'cut'
  if (spoilt === 'http 500') return { status: 500, text: 'upstream' }
  if (spoilt === 'http 429') return { status: 429, text: 'slow down' }
  if (spoilt === 'garbage') return { status: 200, text: '<html>502 Bad Gateway</html>' }
  const answerOne = (one: WireRequest) => {
    const answer = answerOf(node, method, one, spoilt)
    return {
      jsonrpc: '2.0',
      id: one.id,
      ...('result' in answer ? { result: spoil(answer.result, spoilt, stream) } : answer),
    }
  }
  const answers = Array.isArray(body) ? body.map(answerOne) : answerOne(body as WireRequest)
  return { status: 200, text: JSON.stringify(answers) }
}

type RestRequest = ReturnType<typeof routeOf>

/** The answer to a request of a REST interface: a text is sent as it is, everything else as JSON. */
function pageOf(node: ModelNode, { method, params }: RestRequest, stream: RandomStream): Reply | 'cut' {
  node.calls += 1
  const spoilt = takeFault(node, method)
  if (node.isDown || spoilt !== null || node.refuses.has(method)) node.faults += 1
  if (node.isDown || spoilt === 'cut') return 'cut'
  if (spoilt === 'http 500' || spoilt === 'internal error') return { status: 500, text: 'upstream' }
  if (spoilt === 'http 429') return { status: 429, text: 'slow down' }
  if (spoilt === 'garbage') return { status: 200, text: '<html>502 Bad Gateway</html>' }
  if (node.refuses.has(method)) return { status: 403, text: 'forbidden' }
  if (spoilt === 'null') return { status: 404, text: 'not found' }
  try {
    const result = spoil(node.backend.answer(method, params, viewOf(node, method)), spoilt, stream)
    return { status: 200, text: typeof result === 'string' ? result : JSON.stringify(result) }
  } catch (error) {
    if (error instanceof RpcError) return { status: error.code, text: error.message }
    throw error
  }
}

function takeFault(node: ModelNode, method: string): AnswerFault | null {
  const armed = node.armed.find((one) => one.method === null || one.method === method)
  if (armed === undefined) return null
  if (armed.skips > 0) {
    armed.skips -= 1
    return null
  }
  armed.left -= 1
  if (armed.left <= 0) node.armed.splice(node.armed.indexOf(armed), 1)
  return armed.fault
}

type Answer =
  { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } }

function answerOf(node: ModelNode, method: string, request: WireRequest, spoilt: AnswerFault | null): Answer {
  if (spoilt === 'internal error') return { error: { code: -32603, message: 'Internal error' } }
  if (node.refuses.has(method))
    return { error: { code: -32000, message: 'method is not available on your plan' } }
  if (spoilt === 'null') return { result: null }
  try {
    const result = node.backend.answer(request.method, request.params, viewOf(node, method))
    return { result: withLies(node, request, result) }
  } catch (error) {
    if (error instanceof RpcError) return { error: { code: error.code, message: error.message } }
    throw error
  }
}

/** What the node adds to, or leaves out of, the truth. */
function withLies(node: ModelNode, { method, params }: WireRequest, result: unknown): unknown {
  if (method === 'eth_getLogs') {
    if (node.hidesLogs) return []
    const filter = params[0] as {
      fromBlock?: string
      toBlock?: string
      blockHash?: string
      topics?: unknown[][]
    }
    const isAsked = (log: WireLog) =>
      (filter.blockHash === undefined
        ? Number(log.blockNumber) >= Number(filter.fromBlock) &&
          Number(log.blockNumber) <= Number(filter.toBlock)
        : log.blockHash === filter.blockHash) &&
      (filter.topics?.[2] === undefined || [filter.topics[2]].flat().includes(log.topics[2]))
    return [...(result as unknown[]), ...node.inventions.filter(isAsked)]
  }
  const lie = node.inventions.find((log) => log.transactionHash === params[0])
  if (lie === undefined || method !== 'eth_getTransactionReceipt') return result
  const { transactionHash, blockHash, blockNumber } = lie
  return {
    transactionHash,
    blockHash,
    blockNumber,
    status: '0x1',
    gasUsed: '0x5208',
    effectiveGasPrice: '0x1',
    logs: [lie],
  }
}

/** The newest block of the machine that answers a method. */
function viewOf(node: ModelNode, method: string): ModelBlock {
  const tip = node.pinned ?? node.chain.tip()
  const lag = node.lag.get(method) ?? node.lag.get('*') ?? 0
  if (lag > 0) node.faults += 1
  return node.chain.at(tip, Math.max(0, tip.height - lag)) ?? tip
}

const HASHES = new Set(['hash', 'blockHash', 'blockhash', 'parentHash', 'previousblockhash', 'bestblockhash'])

/** Removes a field, or changes a hash, somewhere in an answer. */
function spoil(result: unknown, fault: AnswerFault | null, stream: RandomStream): unknown {
  if (fault !== 'missing field' && fault !== 'wrong hash') return result
  if (typeof result === 'string') return fault === 'wrong hash' ? flip(result) : null
  if (typeof result !== 'object' || result === null) return result
  const copy = structuredClone(result) as Record<string, unknown>
  const targets = objectsIn(copy)
  const target = stream.pick(targets)
  const names = Object.keys(target).filter((name) => fault === 'missing field' || HASHES.has(name))
  if (names.length === 0) return copy
  const name = stream.pick(names)
  if (fault === 'missing field') Reflect.deleteProperty(target, name)
  else target[name] = flip(String(target[name]))
  return copy
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(objectsIn)
  return Array.isArray(value)
    ? inner.length === 0
      ? [value as unknown as Record<string, unknown>]
      : inner
    : [value as Record<string, unknown>, ...inner]
}

function flip(hash: string): string {
  const last = hash.at(-1)
  return hash.slice(0, -1) + (last === '0' ? '1' : '0')
}
