import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { MUTATIONS, type Mutation } from './mutations.ts'

/** How a mutation was found. */
export interface MutationResult {
  readonly name: string
  readonly fault: string
  /** Seeds run until one broke a promise; null if none did. */
  readonly seeds: number | null
  readonly seed: string
  readonly rule: string
  readonly message: string
}

/** How many seeds are run, and how long they are. */
interface MutationOptions {
  readonly seeds: number
  readonly from: number
  readonly jobs: number
  readonly events: string | undefined
}

const COPIED = ['src', 'test', 'package.json', 'game'] as const
const LINKED = ['node_modules', 'dist'] as const

/**
 * Puts each known fault back into a copy of the code and runs seeds until one finds it.
 *
 * @param names the mutations to run; all if empty.
 */
export async function runMutations(
  names: readonly string[],
  options: MutationOptions,
  onResult: (result: MutationResult) => void,
): Promise<void> {
  for (const mutation of MUTATIONS.filter((one) => names.length === 0 || names.includes(one.name)))
    onResult(await runMutation(mutation, options))
}

async function runMutation(
  mutation: Mutation,
  { seeds, from, jobs, events }: MutationOptions,
): Promise<MutationResult> {
  const tree = await mkdtemp(join(tmpdir(), `keyhold-mutation-${mutation.name}-`))
  try {
    for (const name of COPIED) await cp(name, join(tree, name), { recursive: true })
    for (const name of LINKED) await symlink(join(process.cwd(), name), join(tree, name))
    for (const { file, from: was, to } of mutation.changes) {
      const path = join(tree, file)
      const text = await readFile(path, 'utf8')
      if (!text.includes(was))
        throw new Error(`${mutation.name}: ${file} no longer contains the text to replace`)
      await writeFile(path, text.replaceAll(was, to))
    }
    return await firstFound(mutation, tree, [
      '--seeds',
      String(seeds),
      '--from',
      String(from),
      '--jobs',
      String(jobs),
      '--no-shrink',
      '--no-replay',
      '--until',
      mutation.rules.join(','),
      ...(events === undefined ? [] : ['--events', events]),
      ...(mutation.scenario === null ? [] : ['--scenario', mutation.scenario]),
    ])
  } finally {
    await rm(tree, { recursive: true, force: true })
  }
}

/** Runs seeds in a tree until one breaks one of the mutation's promises. */
async function firstFound(
  { name, fault }: Mutation,
  tree: string,
  args: readonly string[],
): Promise<MutationResult> {
  const child = spawn(process.execPath, ['test/faults/run.ts', ...args], {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let run = 0
  let found: MutationResult | null = null
  for await (const line of createInterface({ input: child.stdout })) {
    const seed = /^seed (\S+)/.exec(line)?.[1]
    if (seed !== undefined && found === null) run += 1
    const broken = /^FOUND (\S+) (\S+): (.*)$/.exec(line)
    if (broken !== null && found === null) {
      const [, at = '', rule = '', message = ''] = broken
      found = { name, fault, seeds: run, seed: at, rule, message }
    }
  }
  await new Promise((resolve) => child.on('close', resolve))
  return (
    found ?? { name, fault, seeds: null, seed: '', rule: '', message: `not found in ${String(run)} seeds` }
  )
}
