import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { codeOf } from './error-code.ts'
import { postgresUrl, type PostgresHome } from './postgres-home.ts'
import { WAIT_LIMITS } from './wait-limits.ts'

/** The state of a running server, from its postmaster.pid. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly isReady: boolean
}

const CANNOT_CONNECT_NOW = '57P03'

/** Reads postmaster.pid: pid, folder, start, port, socket folder, address, shared memory, state; a line each. */
export async function readPostmaster(home: PostgresHome): Promise<Postmaster | null> {
  let lines: string[]
  try {
    lines = (await readFile(join(home.clusterFolder, 'postmaster.pid'), 'utf8')).split('\n')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  const port = Number(lines[3])
  if (!(port > 0)) return null
  return { pid: Number(lines[0]), port, isReady: lines[7]?.startsWith('ready') ?? false }
}

/** Whether the server at a port is this cluster's: after a crash another program may hold the port the file names. */
export async function probePostmaster(
  home: PostgresHome,
  port: number,
): Promise<'ours' | 'starting' | 'none'> {
  const client = new pg.Client({
    connectionString: postgresUrl(home, port, 'postgres'),
    connectionTimeoutMillis: WAIT_LIMITS.session.connectMs,
    query_timeout: WAIT_LIMITS.session.connectMs,
  })
  // if the server stops meanwhile, the query below fails
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const folder = rows[0]?.data_directory
    return folder !== undefined && (await realpath(folder)) === (await realpath(home.clusterFolder))
      ? 'ours'
      : 'none'
  } catch (error) {
    return codeOf(error) === CANNOT_CONNECT_NOW ? 'starting' : 'none'
  } finally {
    await client.end()
  }
}
