const NETWORK = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']

/** Whether a query failed because the database is temporarily unavailable, and not because of the query. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // class 08: connection; 57P0x: shut down or starting; 53300: too many connections
  if (NETWORK.includes(code) || /^(08...|57P0[123]|53300)$/.test(code)) return true
  // pg's own errors, which have no code
  return /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
}
