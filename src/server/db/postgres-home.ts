import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { chmod, chown, link, mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { accountForPostgres, canReach, type PostgresAccount } from './postgres-account.ts'

/** The folders, the user and the password of one embedded PostgreSQL. */
export interface PostgresHome {
  /** KEYHOLD_DATA, absolute and with links resolved. */
  readonly dataFolder: string
  readonly clusterFolder: string
  /** The folder for copies of the binaries. */
  readonly copiesFolder: string
  readonly account: PostgresAccount
  readonly password: string
  /** The port of the last start, used again if it is free, so that clients that remember it still connect after a restart. */
  readonly lastPort: number | null
}

interface Stored {
  readonly password: string
  /** Absolute, or relative to the data folder, which can then be moved. */
  readonly cluster: string
  /** The last port used, for people with psql; postmaster.pid is authoritative. */
  readonly port: number | null
}

/** The parent of a cluster that cannot be inside the data folder, because PostgreSQL's user has no access to it. */
const REACHABLE_FOLDER = '/var/lib/keyhold'
const FILE = 'postgres.json'
/** The role that owns the cluster. */
export const POSTGRES_USER = 'keyhold'

/**
 * Reads the location and password of the data folder's PostgreSQL. The first caller chooses both and stores them in
 * `postgres.json`, which only its owner can read.
 */
export async function openPostgresHome(folder: string): Promise<PostgresHome> {
  await mkdir(folder, { recursive: true })
  const dataFolder = await realpath(folder)
  const stored = (await readStored(dataFolder)) ?? (await createStored(dataFolder))
  const clusterFolder = isAbsolute(stored.cluster) ? stored.cluster : resolve(dataFolder, stored.cluster)
  const account = accountForPostgres(clusterFolder)
  const copiesFolder = isAbsolute(stored.cluster) ? REACHABLE_FOLDER : dataFolder
  return {
    dataFolder,
    clusterFolder,
    copiesFolder,
    account,
    password: stored.password,
    lastPort: stored.port,
  }
}

async function createStored(dataFolder: string): Promise<Stored> {
  const cluster = await chooseCluster(dataFolder)
  const mine: Stored = { password: randomBytes(24).toString('base64url'), cluster, port: null }
  const draft = join(dataFolder, `${FILE}.${randomUUID()}`)
  await writeFile(draft, `${JSON.stringify(mine)}\n`, { mode: 0o600 })
  try {
    // `link` is atomic and fails if the file exists: of two first starts one wins
    await link(draft, join(dataFolder, FILE))
    return mine
  } catch (error) {
    const theirs = await readStored(dataFolder)
    if (theirs === null) throw error
    return theirs
  } finally {
    await rm(draft)
  }
}

async function chooseCluster(dataFolder: string): Promise<string> {
  const account = accountForPostgres(join(dataFolder, 'postgres'))
  if (canReach(account, dataFolder)) return 'postgres'
  // others may pass through our private folder: its content stays private
  if (canReach(account, dirname(dataFolder))) {
    await chmod(dataFolder, 0o711)
    return 'postgres'
  }
  const name = createHash('sha256').update(dataFolder).digest('hex').slice(0, 12)
  await mkdir(REACHABLE_FOLDER, { recursive: true })
  await chmod(REACHABLE_FOLDER, 0o755)
  return join(REACHABLE_FOLDER, name)
}

async function readStored(dataFolder: string): Promise<Stored | null> {
  const file = join(dataFolder, FILE)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw new Error(`expected to read ${file}; start Keyhold as the user who started it first`, {
      cause: error,
    })
  }
  const { password, cluster, port } = JSON.parse(text) as Partial<Stored>
  if (typeof password !== 'string' || typeof cluster !== 'string') {
    throw new Error(
      `expected password and cluster in ${file}; restore the file, it opens the database beside it`,
    )
  }
  return { password, cluster, port: port ?? null }
}

/** Stores the port beside the password. */
export async function savePort(home: PostgresHome, port: number): Promise<void> {
  const stored = await readStored(home.dataFolder)
  if (stored === null || stored.port === port) return
  const draft = join(home.dataFolder, `${FILE}.${randomUUID()}`)
  await writeFile(draft, `${JSON.stringify({ ...stored, port })}\n`, { mode: 0o600 })
  await rename(draft, join(home.dataFolder, FILE))
}

/** Creates an empty folder that only the account can enter. */
export async function createPrivateFolder(folder: string, account: PostgresAccount): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  if (account !== null) await chown(folder, account.uid, account.gid)
}

/** The connection URL of a database of this server; contains the password. */
export function postgresUrl(
  { password }: Pick<PostgresHome, 'password'>,
  port: number,
  database: string,
  role = POSTGRES_USER,
): string {
  return `postgres://${role}:${password}@127.0.0.1:${String(port)}/${database}`
}
