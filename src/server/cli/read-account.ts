import { createInterface } from 'node:readline'
import type { Settings } from '#server/config/settings.ts'
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from '#shared/constants.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'

const NO_PASSWORD = '; the password comes by standard input, never as an argument'

/**
 * @param hint what else to say where it is none.
 * @throws {UsageError} which never repeats what was given: a password pasted in its place would be shown.
 */
export function readEmail(positionals: readonly string[], hint = NO_PASSWORD): string {
  const [email = '', ...rest] = positionals
  if (rest.length > 0 || email.length > EMAIL_MAX || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw new UsageError(`expected one e-mail address${hint}`)
  }
  return email.toLowerCase()
}

/**
 * The first line of standard input; null where it is empty, or a person's terminal, which would show what is typed.
 *
 * @throws {CommandError} where it is too short or too long.
 */
export async function readNewPassword({ stdin }: CommandContext): Promise<string | null> {
  if ('isTTY' in stdin && stdin.isTTY === true) return null
  const password = await firstLine(stdin)
  if (password === '') return null
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) {
    throw new CommandError(
      `the password has ${String(password.length)} characters; expected ${String(PASSWORD_MIN)} to ${String(PASSWORD_MAX)}`,
    )
  }
  return password
}

async function firstLine(input: CommandContext['stdin']): Promise<string> {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) return line
  return ''
}

/** Where a link leads, without a slash at its end. */
export function shopAddress({ publicUrl, host, port }: Settings): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`
}
