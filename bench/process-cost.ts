import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

const TICKS_PER_S = 100

/** Returns the CPU time that a process has used so far, in ms. Linux only: reads /proc. */
export async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_S
}

/** Returns the CPU time of a process and all its descendants, including those that have ended. */
export async function treeCpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ended = ((Number(fields[13]) + Number(fields[14])) * 1000) / TICKS_PER_S
  // a process that has just ended is counted with those of its parent that have
  const below = await Promise.all((await childrenOf(pid)).map((child) => treeCpuMs(child).catch(() => 0)))
  return (await cpuMs(pid)) + ended + below.reduce((sum, one) => sum + one, 0)
}

async function childrenOf(pid: number): Promise<readonly number[]> {
  const tasks = await readdir(`/proc/${String(pid)}/task`)
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${String(pid)}/task/${task}/children`, 'utf8').catch(() => '')),
  )
  return lists.join(' ').split(/\s+/).filter(Boolean).map(Number)
}

/** Resident memory, in MB. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

/** The process of PostgreSQL that all its others descend from. */
export async function postmasterPid(db: Db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const stat = await readFile(`/proc/${String(rows[0]?.pid ?? 0)}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}
