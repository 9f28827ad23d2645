import type { ModelBlock } from './chain-model.ts'

/** An error object of JSON-RPC. */
export class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Answers one method as a node whose newest block is `tip`. */
export interface Backend {
  /** @throws {RpcError} */
  answer(method: string, params: readonly unknown[], tip: ModelBlock): unknown
}
