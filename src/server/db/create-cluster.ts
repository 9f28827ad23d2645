import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chown, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from './error-code.ts'
import { asAccount } from './postgres-account.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { createPrivateFolder, POSTGRES_USER, type PostgresHome } from './postgres-home.ts'

/** Whether the cluster of the home exists already. */
export async function isCluster(home: PostgresHome): Promise<boolean> {
  try {
    await stat(join(home.clusterFolder, 'PG_VERSION'))
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw new Error(
      `expected to enter ${home.clusterFolder}; start Keyhold as the user who started it first`,
      { cause: error },
    )
  }
}

/** Creates the cluster under a temporary name and renames it, so that a crash leaves nothing incomplete and of two concurrent first starts one wins. */
export async function createCluster(home: PostgresHome, binaries: PostgresBinaries): Promise<void> {
  const draft = `${home.clusterFolder}.new.${randomUUID()}`
  await createPrivateFolder(draft, home.account)
  const cluster = join(draft, 'cluster')
  const passwordFile = join(draft, 'password')
  try {
    await writeFile(passwordFile, home.password, { mode: 0o600 })
    if (home.account !== null) await chown(passwordFile, home.account.uid, home.account.gid)
    await runInitdb(home, binaries, cluster, passwordFile)
    await rename(cluster, home.clusterFolder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function runInitdb(
  home: PostgresHome,
  binaries: PostgresBinaries,
  cluster: string,
  passwordFile: string,
): Promise<void> {
  const child = spawn(
    binaries.initdb,
    [
      `--pgdata=${cluster}`,
      `--username=${POSTGRES_USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...asAccount(home.account), env: POSTGRES_ENVIRONMENT, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  if (status !== 0)
    throw new Error(`PostgreSQL could not create its database: ${complaint.trim().slice(-500)}`)
}

/** The environment of PostgreSQL's programs. Not our own: it contains secrets, and other users may read a process's environment. */
export const POSTGRES_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } as const
