import { parseArgs, type ParseArgsConfig } from 'node:util'
import { isNetwork, NETWORKS, railOf, type Rail } from '#shared/rails.ts'
import { UsageError, type CommandContext } from './command.ts'

const TEXT = { type: 'string' } as const
const YES = { type: 'boolean', default: false } as const

/** Parses the arguments of a command: options that take a value, options that are given or not, and words. */
export function readArguments<const Texts extends string, const Flags extends string = never>(
  { args }: Pick<CommandContext, 'args'>,
  texts: readonly Texts[],
  flags: readonly Flags[] = [],
) {
  const options = {
    ...(Object.fromEntries(texts.map((name) => [name, TEXT])) as Record<Texts, typeof TEXT>),
    ...(Object.fromEntries(flags.map((name) => [name, YES])) as Record<Flags, typeof YES>),
  } satisfies ParseArgsConfig['options']
  return parseArgs({ args: [...args], allowPositionals: true, options })
}

/** @throws {UsageError} if the words are not one rail. */
export function readRail([network = '', ...rest]: readonly string[]): Rail {
  if (rest.length > 0 || !isNetwork(network))
    throw new UsageError(`expected one rail: ${NETWORKS.join(', ')}`)
  return railOf(network)
}
