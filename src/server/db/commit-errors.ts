/** A statement failed earlier, so that COMMIT rolled the transaction back. */
export class TransactionAbortedError extends Error {
  constructor() {
    super('the transaction was rolled back: one of its statements had failed')
    this.name = 'TransactionAbortedError'
  }
}

/**
 * The connection ended after COMMIT was sent and before its answer came: the transaction may be committed or not, or be
 * committed later. Only looking tells.
 */
export class CommitUnknownError extends Error {
  /** SQLSTATE transaction_resolution_unknown. */
  readonly code = '08007'
  constructor(cause: unknown) {
    super('the connection ended during COMMIT, so that its outcome is unknown', { cause })
    this.name = 'CommitUnknownError'
  }
}
