import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Socket } from 'node:net'
import { readChildren, treeOf } from './process-tree.ts'

/** The first process of something, and its name. */
export interface NamedProcess {
  readonly name: string
  /** Null while it does not run. */
  readonly pid: number | null
}

/**
 * Finds who has opened a connection of loopback that was accepted.
 *
 * @returns the name of the first process of which its owner descends; null if it is none of them, or the connection is gone.
 */
export function originOf(client: Socket, processes: readonly NamedProcess[]): string | null {
  const inode = inodeOf(client)
  if (inode === null) return null
  const children = readChildren()
  const owner = processes.find(
    ({ pid }) => pid !== null && treeOf(pid, children).some((one) => hasSocket(one, inode)),
  )
  return owner?.name ?? null
}

/** Columns of /proc/net/tcp: number, local and remote `ADDRESS:PORT` in hexadecimal, …; the inode is the tenth. */
const [LOCAL, REMOTE, INODE] = [1, 2, 9]

/** Of the other end of an accepted connection. */
function inodeOf({ remotePort, localPort }: Socket): string | null {
  const [from, to] = [hexadecimal(remotePort), hexadecimal(localPort)]
  const fields = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .find((columns) => columns[LOCAL]?.endsWith(from) === true && columns[REMOTE]?.endsWith(to) === true)
  return fields?.[INODE] ?? null
}

function hexadecimal(port = 0): string {
  return `:${port.toString(16).toUpperCase().padStart(4, '0')}`
}

function hasSocket(pid: number, inode: string): boolean {
  const folder = `/proc/${String(pid)}/fd`
  try {
    return readdirSync(folder).some((fd) => isSocket(`${folder}/${fd}`, inode))
  } catch {
    return false // the process has ended
  }
}

function isSocket(file: string, inode: string): boolean {
  try {
    return readlinkSync(file) === `socket:[${inode}]`
  } catch {
    return false // it was closed
  }
}
