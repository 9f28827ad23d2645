import { existsSync, readFileSync } from 'node:fs'
import type { DocumentedBlock } from './documented-blocks.ts'
import { followCommands } from './follow-commands.ts'
import { openMachine, type Machine } from './machine.ts'
import { openNetwork } from './network.ts'
import { placeRepository } from './stand-ins.ts'

/** A file that the document says to copy. */
export interface CopiedFile {
  readonly from: string
  readonly path: string
  readonly to: readonly string[]
  /** Its path there, if it is another one. */
  readonly as?: string
}

/** Several machines on a network of their own, and the document that is followed on them. */
export interface ConnectedMachines {
  open(names: readonly string[]): Promise<void>
  close(names: readonly string[]): Promise<void>
  closeAll(): Promise<void>
  machine(name: string): Machine
  /** The names of those that are open. */
  opened(): readonly string[]
  /** Cuts a machine off: packets from and to it are lost in silence. */
  cutOff(name: string): void
  reconnect(name: string): void
  /** Runs the blocks below a heading, or those with the given numbers, each on all of its machines at once. */
  follow(heading: string, numbers?: readonly number[]): Promise<void>
  /** Runs commands on a machine. @throws {CommandFailedError} */
  run(name: string, commands: readonly string[]): Promise<void>
  /** What a script printed, and its exit status. */
  ask(name: string, script: string): Promise<readonly [text: string, status: number]>
  /** What a statement printed, run by the administrator of the machine's database. @throws {CommandFailedError} */
  sql(name: string, statement: string): Promise<string>
  /** Blocks of the document that were not run. */
  blocksLeft(): readonly DocumentedBlock[]
}

/** A command of the document, or one that prepares a fault, did not end with 0. */
export class CommandFailedError extends Error {
  constructor(what: string) {
    super(`a command failed: ${what}`)
    this.name = 'CommandFailedError'
  }
}

const PSQL =
  'runuser -u postgres -- env --chdir=/ psql --quiet --no-align --tuples-only --set ON_ERROR_STOP=1'

/** @param options.addresses of all machines that may be opened; every machine resolves their names. */
export async function connectMachines({
  addresses,
  copies,
  blocks,
}: {
  readonly addresses: Readonly<Record<string, string>>
  readonly copies: readonly CopiedFile[]
  readonly blocks: readonly DocumentedBlock[]
}): Promise<ConnectedMachines> {
  const network = await openNetwork()
  const machines = new Map<string, Machine>()
  const opening = new Set<Promise<void>>()
  const done = new Set<DocumentedBlock>()
  const hosts = Object.entries(addresses).map(([name, address]) => `${address} ${name}`)

  const machine = (name: string): Machine => {
    const found = machines.get(name)
    if (found === undefined) throw new Error(`expected a machine ${name}`)
    return found
  }
  const open = async (name: string) => {
    const opened = await openMachine([], { name, hosts })
    machines.set(name, opened)
    network.plugIn(opened, addresses[name] ?? '')
    placeRepository(opened)
  }
  const close = async (names: readonly string[]) => {
    await Promise.all(names.map((name) => machine(name).remove()))
    for (const name of names) machines.delete(name)
  }
  const copyTo = (name: string) => {
    for (const { from, path, to, as } of copies) {
      const source = machines.get(from)?.pathOf(path)
      if (source !== undefined && to.includes(name) && existsSync(source))
        machine(name).write(as ?? path, readFileSync(source, 'utf8'), 0o600)
    }
  }
  const run = async (name: string, commands: readonly string[]) => {
    const lines: string[] = []
    const followed = await followCommands(machine(name), commands, {
      folder: '/opt/keyhold',
      onCommand: () => undefined,
      onLine: (line) => lines.push(line),
    })
    for (const { command, seconds, status } of followed)
      console.log(
        `${seconds.toFixed(1).padStart(8)}  ${name}$ ${command}${status === 0 ? '' : `  FAILED: ${String(status)}`}`,
      )
    if (followed.length === commands.length && followed.every(({ status }) => status === 0)) return
    for (const line of lines.slice(-60)) console.log(`          ${line}`)
    throw new CommandFailedError(`${name}$ ${commands[Math.max(0, followed.length - 1)] ?? ''}`)
  }
  const ask = async (name: string, script: string) => {
    const lines: string[] = []
    const status = await machine(name).run(`cd /opt/keyhold 2> /dev/null; ${script}`, (line) =>
      lines.push(line),
    )
    return [lines.join('\n'), status] as const
  }

  return {
    machine,
    opened: () => [...machines.keys()],
    close,
    run,
    ask,
    async open(names) {
      const all = names.map(open)
      for (const one of all) opening.add(one)
      await Promise.all(all)
    },
    async closeAll() {
      // one that is half open has processes already
      await Promise.allSettled(opening)
      network.close()
      await close([...machines.keys()])
    },
    cutOff: (name) => {
      network.pullOut(machine(name))
    },
    reconnect: (name) => {
      network.putBack(machine(name))
    },
    async follow(heading, numbers) {
      const own = blocks.filter((block) => block.heading === heading)
      const chosen = numbers === undefined ? own : numbers.flatMap((number) => own[number] ?? [])
      if (chosen.length === 0 || chosen.length < (numbers?.length ?? 0))
        throw new Error(`expected more blocks below the heading ${heading}`)
      console.log(`# ${heading}`)
      for (const block of chosen) {
        for (const name of block.machines) copyTo(name)
        await Promise.all(block.machines.map((name) => run(name, block.commands)))
        done.add(block)
      }
    },
    async sql(name, statement) {
      const [text, status] = await ask(name, `${PSQL} --command "${statement}"`)
      if (status !== 0) throw new CommandFailedError(`${name}: ${statement}: ${text}`)
      return text
    },
    blocksLeft: () => blocks.filter((block) => !done.has(block)),
  }
}
