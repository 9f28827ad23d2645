import { Readable } from 'node:stream'
import { runCommand } from '#server/cli/run-command.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'

/** Runs a command of the shop with the tests' secret and no data folder, unless the settings have others. */
export async function keyhold(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
  stdin = '',
) {
  const [out, said]: [string[], string[]] = [[], []]
  const status = await runCommand(words, {
    environment: { KEYHOLD_SECRET: TEST_SECRET_TEXT, KEYHOLD_DATA: '/nonexistent', ...settings },
    stdin: Readable.from(stdin === '' ? [] : [stdin]),
    out: (line) => out.push(line),
    say: (line) => said.push(line),
  })
  return { status, out, said }
}

/** Runs a command with these settings only. @returns its status, and both streams as one text. */
export async function keyholdText(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly text: string }> {
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  const status = await runCommand(words, { environment, stdin: Readable.from([]), out: write, say: write })
  return { status, text: lines.join('\n') }
}
