import { isGuessablePassword, namesOfEmail } from '#shared/is-guessable-password.ts'
import { createInterface } from 'node:readline'
import type { Settings } from '#server/config/settings.ts'
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '#shared/constants.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'

const NO_PASSWORD = '; the password is read from standard input, never as an argument'

/**
 * Reads the only argument as an e-mail address.
 *
 * @param hint appended to the message of the error.
 * @throws {UsageError} without the argument itself, which might be a password.
 */
export function readEmail(positionals: readonly string[], hint = NO_PASSWORD): string {
  const [email = '', ...rest] = positionals
  if (rest.length > 0 || email.length > EMAIL_MAX || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw new UsageError(`expected one e-mail address${hint}`)
  }
  return email.toLowerCase()
}

/**
 * Reads the first line of standard input as a password; null if it is empty, or a terminal, which would show it.
 *
 * @param email of the account; a password that is little else than its name is refused.
 * @throws {CommandError} if it is too short, too long or guessable.
 */
export async function readNewPassword(
  { stdin }: Pick<CommandContext, 'stdin'>,
  email: string,
): Promise<string | null> {
  if ('isTTY' in stdin && stdin.isTTY === true) return null
  const password = await firstLine(stdin)
  if (password === '') return null
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) {
    throw new CommandError(
      `the password has ${String(password.length)} characters; expected ${String(PASSWORD_MIN)} to ${String(PASSWORD_MAX)}`,
    )
  }
  if (isGuessablePassword(password, namesOfEmail(email)))
    throw new CommandError('this password is among the first that are tried; take a few words in a row')
  return password
}

async function firstLine(input: CommandContext['stdin']): Promise<string> {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) return line
  return ''
}

/** The address of the shop for links, without a trailing slash. */
export function shopAddress({ publicUrl, host, port }: Settings): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`
}
