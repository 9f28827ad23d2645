import { describeError } from '#server/runtime/log.ts'
import { GameFolderError } from '#server/site/load-game.ts'
import { CommandError, UsageError, type Command, type CommandContext } from './command.ts'
import { COMMANDS } from './commands.ts'
import { SettingsError } from './require-settings.ts'

const OK = 0
const FAILED = 1
const USAGE_ERROR = 2

/**
 * Runs the command of a command line.
 *
 * @param words the arguments of the program, such as `['keys', 'generate', 'standard', '10']`.
 * @returns the exit status: 0 success, 1 failure, 2 invalid usage.
 */
export async function runCommand(
  words: readonly string[],
  context: Omit<CommandContext, 'args'>,
  commands: readonly Command[] = COMMANDS,
): Promise<number> {
  if (words.length === 0 || ['help', '--help', '-h'].includes(words[0] ?? '')) {
    for (const line of listOf(commands)) context.out(line)
    return words.length === 0 ? USAGE_ERROR : OK
  }
  const command = find(words, commands)
  if (command === undefined) {
    const siblings = commands.filter(({ name }) => name.startsWith(`${words[0] ?? ''} `))
    if (siblings.length > 0) {
      for (const line of linesOf(siblings)) context.say(line)
      return USAGE_ERROR
    }
    context.say(`unknown command "${plain(words[0] ?? '')}"; npm run keyhold -- help lists them`)
    return USAGE_ERROR
  }
  const args = words.slice(command.name.split(' ').length)
  if (args.includes('--help') || args.includes('-h')) {
    context.out(usageOf(command))
    return OK
  }
  return run(command, { ...context, args })
}

async function run(command: Command, context: CommandContext): Promise<number> {
  try {
    const work = await command.load()
    return await work(context)
  } catch (error) {
    if (isUsageError(error)) {
      context.say(firstLine(error.message))
      context.say(usageOf(command))
      return USAGE_ERROR
    }
    if (error instanceof SettingsError) for (const fault of error.faults) context.say(fault)
    else if (error instanceof GameFolderError) context.say(error.message)
    else if (error instanceof CommandError) context.say(firstLine(error.message))
    else context.say(unexpected(error, context))
    return FAILED
  }
}

/** Whether parseArgs of node:util threw for an unknown option or a missing value. */
function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
}

function unexpected(error: unknown, { environment }: CommandContext): string {
  if (environment.KEYHOLD_LOG === 'debug') return JSON.stringify(describeError(error))
  return error instanceof Error ? firstLine(withCause(error)) : 'failed for an unknown reason'
}

function withCause(error: Error): string {
  return error.cause instanceof Error && !('severity' in error.cause)
    ? `${error.message}: ${error.cause.message}`
    : error.message
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? ''
}

/** Finds the command with the longest name that the words start with. */
function find(words: readonly string[], commands: readonly Command[]): Command | undefined {
  return commands
    .filter(({ name }) => name.split(' ').every((word, index) => words[index] === word))
    .sort((one, other) => other.name.length - one.name.length)[0]
}

function listOf(commands: readonly Command[]): readonly string[] {
  return ['usage: npm run keyhold -- COMMAND', '', ...linesOf(commands)]
}

function linesOf(commands: readonly Command[]): readonly string[] {
  return commands.flatMap(({ name, usage, summary }) => [
    `  ${`${name} ${usage}`.trim()}`,
    `      ${summary}`,
  ])
}

function usageOf({ name, usage }: Command): string {
  return `usage: npm run keyhold -- ${`${name} ${usage}`.trim()}`
}

/** Makes a word of the command line safe to print: it might be a secret pasted by mistake. */
function plain(word: string): string {
  return /^[a-z-]{1,20}$/.test(word) ? word : '…'
}
