import type { Readable } from 'node:stream'
import type { Environment } from '#server/config/settings.ts'

/** What a command is given; nothing of the process beside it. */
export interface CommandContext {
  /** What stands behind the command's name. */
  readonly args: readonly string[]
  readonly environment: Environment
  readonly stdin: Readable
  /** A line of the result, to standard output. */
  readonly out: (line: string) => void
  /** A line for a person to read beside it, to standard error. */
  readonly say: (line: string) => void
}

/** One command: `run` gives the exit status. */
export interface Command {
  /** Words such as `keys import`. */
  readonly name: string
  /** What follows the name: `EDITION COUNT`. */
  readonly usage: string
  /** One line, for the list of commands. */
  readonly summary: string
  /** Loaded when asked for, so that a small command starts fast. */
  readonly load: () => Promise<{ readonly run: (context: CommandContext) => Promise<number> }>
}

/** The command was called in a way it does not know; its usage is shown beside the message. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

/** The command cannot do what it was asked, for a reason to be told in one plain line. */
export class CommandError extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options)
    this.name = 'CommandError'
  }
}
