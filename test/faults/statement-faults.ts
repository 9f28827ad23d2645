import type { GateKind } from './gates.ts'

interface Row {
  readonly sqlState: string
  readonly message: string
  /** What it can strike at. */
  readonly at: readonly GateKind[]
}

const ROWS = {
  'disk full': {
    sqlState: '53100',
    message: 'could not extend file: No space left on device',
    at: ['write'],
  },
  'statement cancelled': {
    sqlState: '57014',
    message: 'canceling statement due to statement timeout',
    at: ['read', 'write'],
  },
  'serialization failure': {
    sqlState: '40001',
    message: 'could not serialize access due to concurrent update',
    at: ['read', 'write'],
  },
  deadlock: { sqlState: '40P01', message: 'deadlock detected', at: ['read', 'write'] },
  'lock timeout': {
    sqlState: '55P03',
    message: 'canceling statement due to lock timeout',
    at: ['read', 'write'],
  },
  'read only': {
    sqlState: '25006',
    message: 'cannot execute the statement in a read-only transaction',
    at: ['write'],
  },
} as const satisfies Readonly<Record<string, Row>>

/** An error with which the database answers a statement, instead of doing it. */
export type StatementFault = keyof typeof ROWS
/** The errors, as PostgreSQL numbers and words them. Source: PostgreSQL, Appendix A. */
export const STATEMENT_FAULTS: Readonly<Record<StatementFault, Row>> = ROWS

/** Whether it is one of {@link STATEMENT_FAULTS}. */
export function isStatementFault(fault: string | null): fault is StatementFault {
  return fault !== null && fault in ROWS
}

/** A statement that does nothing but fail in this way; a transaction around it is aborted. */
export function failing(fault: StatementFault): string {
  const { sqlState, message } = STATEMENT_FAULTS[fault]
  return `do $$ begin raise exception '${message}' using errcode = '${sqlState}'; end $$`
}

/** The error of a session that the server ended, since its transaction did nothing for too long. */
export function idleEndedError(): Error {
  const message = 'terminating connection due to idle-in-transaction timeout'
  return Object.assign(new Error(message), { code: '25P03' })
}

/** The error of a connection that broke. */
export function connectionError(): Error {
  return Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
}

/** What a session is told that another one has ended. */
export function terminatedError(): Error {
  const message = 'terminating connection due to administrator command'
  return Object.assign(new Error(message), { code: '57P01' })
}

/** What a statement is told that has waited too long for a lock. */
export function lockTimeoutError(): Error {
  return Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
}
