import { readFileSync } from 'node:fs'

/** The CPU time of a process of this Linux so far, in ticks of 10 ms: unlike a duration, the same on a busy machine. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}
