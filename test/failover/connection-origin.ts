import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import type { Socket } from 'node:net'
import { treeOf } from './process-tree.ts'

/** The first process of something, and its name. */
export interface NamedProcess {
  readonly name: string
  /** Null while it does not run. */
  readonly pid: number | null
}

/**
 * Finds who has opened a connection of loopback that was accepted. It takes some milliseconds of a core.
 *
 * @returns the name of the first process of which its owner descends; null if it is none of them, or the connection is gone.
 */
export function findOwner(client: Socket, processes: readonly NamedProcess[]): string | null {
  const inode = inodeOf(client)
  if (inode === null) return null
  const owner = processes.find(({ pid }) => pid !== null && treeOf(pid).some((one) => hasSocket(one, inode)))
  return owner?.name ?? null
}

/** The other end of an accepted connection: its line of /proc/net/tcp has `ADDRESS:PORT` of both ends in hexadecimal. */
function inodeOf({ remotePort, localPort }: Socket): string | null {
  const text = readFileSync('/proc/net/tcp', 'utf8')
  const at = text.indexOf(`:${hexadecimal(remotePort)} 0100007F:${hexadecimal(localPort)} `)
  if (at === -1) return null
  // local and remote address, state, queues, timer, retransmits, user, timeout, inode
  return text.slice(at, text.indexOf('\n', at)).split(/\s+/)[8] ?? null
}

function hexadecimal(port = 0): string {
  return port.toString(16).toUpperCase().padStart(4, '0')
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

/**
 * Reads a header of the first request of a connection, and leaves the request to be read.
 *
 * @returns null if it has no such header, or the connection ends before.
 */
export async function peekHeader(client: Socket, name: string): Promise<string | null> {
  while (!client.destroyed && !client.readableEnded) {
    const chunk = client.read() as Buffer | null
    if (chunk === null) {
      await Promise.race([once(client, 'readable'), once(client, 'close')])
      continue
    }
    client.unshift(chunk)
    return new RegExp(`^${name}: *(.*?)\\r$`, 'im').exec(chunk.toString('latin1'))?.[1] ?? null
  }
  return null
}
