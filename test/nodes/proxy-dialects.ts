/** A JSON-RPC error and its HTTP status. */
export interface Refusal {
  readonly status: number
  readonly code: number
  readonly message: string
}

/** The calls that a kind of node rejects, and its finality. The limits are from documentation and source code, not from a live node. */
export interface Dialect {
  /** `finalized` is this many blocks below the head; null keeps the real node's value. */
  readonly finalizedDepth: number | null
  /** @param span of the requested range in blocks, both ends included; null if the call requests none. */
  refuse(method: string, params: readonly unknown[], span: number | null): Refusal | null
}

/** A node without limits, such as a self-hosted one. */
export const PLAIN: Dialect = { finalizedDepth: null, refuse: () => null }

/** A provider's free plan on BSC: ten blocks per call, with Alchemy's error message, and finality after two blocks. */
export const TEN_BLOCKS: Dialect = {
  finalizedDepth: 2,
  refuse: (method, _params, span) => tenBlocks(method, span),
}

/** Like {@link TEN_BLOCKS}, on a chain with its own finality. */
export const TEN_BLOCKS_ETHEREUM: Dialect = { ...TEN_BLOCKS, finalizedDepth: null }

/** A node that supports neither `finalized` nor block hashes as parameters. */
export const OLD_NODE: Dialect = {
  finalizedDepth: null,
  refuse(method, params) {
    const invalid = { status: 200, code: -32602, message: 'invalid argument: hex string without 0x prefix' }
    if (method === 'eth_getBlockByNumber' && params[0] === 'finalized') return invalid
    return params.some((one) => isObject(one) && 'blockHash' in one) ? invalid : null
  },
}

/** java-tron 4.8 behind JSON-RPC: its ranges, its tags, its address form, `eth_call` at `latest` only, finality by 19 producers. */
export const TRON: Dialect = {
  finalizedDepth: 19,
  refuse(method, params, span) {
    if (UNAVAILABLE.has(method))
      return tronRefusal(-32601, `the method ${method} does not exist/is not available`)
    if (params.some((one) => one === 'safe' || one === 'pending'))
      return tronRefusal(-32602, 'TAG [safe | pending] not supported')
    if (
      (method === 'eth_call' || method === 'eth_getBalance' || method === 'eth_getCode') &&
      params[1] !== 'latest'
    ) {
      return tronRefusal(-32602, 'QUANTITY not supported, just support TAG as latest')
    }
    if (method === 'eth_getLogs') return tronLogs(params[0], span)
    return null
  },
}

const UNAVAILABLE = new Set([
  'eth_sendRawTransaction',
  'eth_sendTransaction',
  'eth_getTransactionCount',
  'eth_sign',
])

function tenBlocks(method: string, span: number | null): Refusal | null {
  if (method !== 'eth_getLogs' || span === null || span <= 10) return null
  const message =
    'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, ' +
    'this block range should work. Upgrade to PAYG for expanded block range.'
  return { status: 400, code: -32600, message }
}

function tronLogs(filter: unknown, span: number | null): Refusal | null {
  if (!isObject(filter)) return tronRefusal(-32602, 'invalid filter')
  if (span !== null && span <= 0) return tronRefusal(-32602, 'please verify: fromBlock <= toBlock')
  if (span !== null && span > 5000) return tronRefusal(-32602, 'exceed max block range: 5000')
  const topics = Array.isArray(filter['topics']) ? filter['topics'] : []
  if (topics.some((topic) => Array.isArray(topic) && topic.length > 1000))
    return tronRefusal(-32602, 'exceed max topics: 1000')
  const addresses = [filter['address']].flat()
  if (addresses.some((address) => typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address))) {
    return tronRefusal(-32602, 'invalid address')
  }
  return null
}

function tronRefusal(code: number, message: string): Refusal {
  return { status: 200, code, message }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** First four bytes of keccak-256 of `decimals()`. */
export const DECIMALS = '0x313ce567'
/** First four bytes of keccak-256 of `deprecated()`, of Tether's contracts. */
export const DEPRECATED = '0x0e136b19'
