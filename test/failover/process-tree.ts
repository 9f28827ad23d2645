import { readdirSync, readFileSync } from 'node:fs'
import { kill } from 'node:process'
import { until } from '#test/until.ts'

/** Stops a process and all its descendants in their tracks, as a machine that swaps or a hypervisor that pauses it. */
export function freezeTree(pid: number): void {
  for (const one of stoppedTree(pid)) signal(one, 'SIGSTOP')
}

/** Lets them go on, descendants first: a parent that wakes finds them alive. */
export function thawTree(pid: number): void {
  for (const one of treeOf(pid).toReversed()) signal(one, 'SIGCONT')
}

/** Ends a process and all its descendants at once, as a machine that loses its power, and waits until they are gone. */
export async function killTree(pid: number): Promise<void> {
  const tree = stoppedTree(pid)
  for (const one of tree) signal(one, 'SIGKILL')
  await until(() => tree.every((one) => !isRunning(one)), { what: 'the end of killed processes' })
}

/** The process first: while it is stopped it starts no further children. */
function stoppedTree(pid: number): readonly number[] {
  signal(pid, 'SIGSTOP')
  return treeOf(pid)
}

/** A process and its descendants, parents before children. PostgreSQL's are in sessions of their own, so no group has them all. */
export function treeOf(pid: number): readonly number[] {
  const tree = [pid]
  for (const one of tree) tree.push(...childrenOf(one))
  return tree
}

function childrenOf(pid: number): readonly number[] {
  const folder = `/proc/${String(pid)}/task`
  try {
    // each thread has children of its own
    const lists = readdirSync(folder).map((thread) => readFileSync(`${folder}/${thread}/children`, 'utf8'))
    return lists.flatMap((list) => list.split(' ').filter(Boolean)).map(Number)
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code)))
      return []
    throw error
  }
}

/** The fields of `/proc/PID/stat` after the name, which may contain spaces: state, parent, … */
function fieldsOf(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null // it has ended
  }
}

/** A process that has ended and was not waited for yet is a zombie. */
export function isRunning(pid: number): boolean {
  const state = fieldsOf(pid)?.[0]
  return state !== undefined && state !== 'Z' && state !== 'X'
}

const endings: (() => void)[] = []

/** Runs `end` when this process exits in whatever way, so that nothing it has started goes on. */
export function whenWeExit(end: () => void): void {
  if (endings.length === 0)
    process.once('exit', () => {
      for (const one of endings) one()
    })
  endings.push(end)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
