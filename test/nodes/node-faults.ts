import type { Wire } from './proxy-shift.ts'

/** The faults of the node; they can be set and reset at any time. */
export interface NodeFaults {
  /** Every call, or every nth, is rejected with an HTTP status. */
  http: { readonly status: number; readonly retryAfterS?: number; readonly every?: number } | null
  /** Accepts calls and never responds. */
  hangs: boolean
  /** Serves the chain as it was this many blocks ago, and returns no logs above it, without an error. */
  lagBlocks: number
  /** As behind a load balancer: only the backend that serves logs is this many blocks behind, without an error. */
  logsLagBlocks: number
  /** Refuses logs of blocks that its lagging backend does not have, with this message, instead of omitting them. */
  logsBehind: string | null
  /** Refuses every call of these methods. */
  refusedMethods: readonly string[]
  /** Returns no logs, whatever the chain contains. */
  hidesLogs: boolean
  /** Refuses eth_call, except for a token's decimals, as a node without states or a plan without the method does. */
  refusesCalls: boolean
  /** Reports every token's contract as replaced by its issuer. */
  deprecatesTokens: boolean
  /** Answers for the block tagged `finalized` with an error, or without a block. */
  losesFinality: 'error' | 'null' | null
  /** Changes a response before it is sent. */
  logs: ((logs: readonly Wire[]) => readonly Wire[]) | null
  block: ((block: Wire) => Wire) | null
  receipt: ((receipt: Wire) => Wire) | null
}

/** Returns the faults of a healthy node; `Object.assign(proxy.faults, noFaults())` repairs a node. */
export function noFaults(): NodeFaults {
  return {
    http: null,
    hangs: false,
    lagBlocks: 0,
    logsLagBlocks: 0,
    logsBehind: null,
    refusedMethods: [],
    hidesLogs: false,
    refusesCalls: false,
    deprecatesTokens: false,
    losesFinality: null,
    logs: null,
    block: null,
    receipt: null,
  }
}
