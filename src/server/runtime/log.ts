import { systemClock, type Clock } from './clock.ts'
import { workContext } from './work-context.ts'

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The log of the shop. Facts contain no key, e-mail, secret, URL path or node address. */
export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

interface LogOptions {
  readonly level: LogLevel
  /** Writes one line, given without its line break; to standard error by default, so that the output of commands stays clean. */
  readonly write?: (line: string) => void
  readonly clock?: Clock
}

/** Creates a log that writes one JSON line per entry, with the request and the order that it is about. */
export function createLog({ level, write = writeToStandardError, clock = systemClock }: LogOptions): Log {
  const least = LOG_LEVELS.indexOf(level)
  const at = (name: LogLevel) => (facts: object, message: string) => {
    if (LOG_LEVELS.indexOf(name) < least) return
    const { requestId, orderId } = workContext.getStore() ?? {}
    const line = { time: clock().toISOString(), level: name, message, requestId, orderId, ...facts }
    write(JSON.stringify(line, plain))
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function writeToStandardError(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** JSON has no bigint, and an error would come out as `{}`. */
function plain(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Error) return describeError(value)
  return value
}

/**
 * An error as a log may hold it. The texts of PostgreSQL's errors quote values of rows, so of those only the code and
 * the names of things are kept.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return describeThrown(error)
  const { name, message, stack = '' } = error
  const frames = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim())
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) }
  const code = 'code' in error ? { code: String(error.code) } : {}
  if (!('severity' in error)) return { name, message, ...code, frames, ...cause }
  const { table, constraint } = error as { table?: string; constraint?: string }
  return { name, ...code, table, constraint, frames, ...cause }
}

/** What was thrown and is no error: its class and the names of its fields say where to look, and its values may be anybody's. */
function describeThrown(thrown: unknown): object {
  if (typeof thrown !== 'object' || thrown === null) return { name: `thrown ${typeof thrown}` }
  const prototype = Object.getPrototypeOf(thrown) as object | null
  const code = 'code' in thrown ? { code: String(thrown.code) } : {}
  const fields = Object.keys(thrown).slice(0, 8)
  return { name: `thrown ${prototype?.constructor.name ?? 'object'}`, ...code, fields }
}
