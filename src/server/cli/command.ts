import type { Readable } from 'node:stream'
import type { Environment } from '#server/config/read-settings.ts'

/** Everything a command uses of its process. */
export interface CommandContext {
  /** The arguments after the command's name. */
  readonly args: readonly string[]
  readonly environment: Environment
  readonly stdin: Readable
  /** Prints a line of the result to standard output. */
  readonly out: (line: string) => void
  /** Whether nobody reads standard output any more, as after `| head`. */
  readonly isOutputClosed?: () => boolean
  /** Prints a message for a person to standard error. */
  readonly say: (line: string) => void
}

/** A command. */
export interface Command {
  /** One or two words, such as `keys import`. */
  readonly name: string
  /** The arguments, such as `EDITION COUNT`. */
  readonly usage: string
  /** One line, for the list of commands. */
  readonly summary: string
  /** Loads the function that runs the command and returns the exit status; on use, so that small commands start fast. */
  readonly load: () => Promise<(context: CommandContext) => Promise<number>>
}

/** The command was called with invalid arguments; the message is printed with its usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command failed for a reason that one line explains. */
export class CommandError extends Error {
  override name = 'CommandError'
}
