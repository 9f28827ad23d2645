import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The real shop in its own process, as `npm start` runs it. */
export interface ServedShop {
  readonly url: string
  readonly pid: number
  /** Everything that it has printed, its log included. */
  log(): string
  /** Sends SIGTERM and waits for the process to exit. */
  stop(): Promise<void>
  /** Sends SIGKILL and waits for the process to exit. */
  kill(): Promise<void>
}

/**
 * Starts the shop on a free port and waits for its ready line. What has changed since the last build is built first. Without
 * KEYHOLD_DATA all processes that this test starts with the same database share a data folder.
 *
 * @param folder holds the shop's sources; this one unless told otherwise.
 * @param prepare builds them.
 */
export async function serveShop(
  settings: Readonly<Record<string, string>>,
  folder = process.cwd(),
  prepare: (folder: string) => void = buildOnce,
): Promise<ServedShop> {
  prepare(folder)
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=4', '--optimize-for-size', 'dist/server/main.cjs', 'serve'],
    {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '131072',
        PORT: '0',
        HOST: '127.0.0.1',
        ...settings,
        KEYHOLD_DATA: settings.KEYHOLD_DATA ?? dataFolderOf(settings.DATABASE_URL ?? ''),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const said: string[] = []
  const url = await readyUrl(child, said)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return {
    url,
    pid: child.pid ?? 0,
    log: () => said.join('\n'),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

const dataFolders = new Map<string, string>()

function dataFolderOf(database: string): string {
  const known = dataFolders.get(database)
  if (known !== undefined) return known
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-served-'))
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true })
  })
  dataFolders.set(database, folder)
  return folder
}

const built = new Set<string>()

/** Builds what has changed since the last build, once for each folder. */
export function buildOnce(folder: string): void {
  if (built.has(folder)) return
  const { status, stderr } = spawnSync(process.execPath, ['scripts/prepare.mjs', 'start'], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`expected ${folder} to build, it said:\n${stderr.slice(-1500)}`)
  built.add(folder)
}

/** The address in the line the shop prints once it serves. */
async function readyUrl(child: ChildProcess, said: string[]): Promise<string> {
  const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> })
  child.stderr?.on('data', (bytes: Buffer) => said.push(bytes.toString()))
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line)
      const url = /ready on ([^\s"]+)/.exec(line)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once('exit', () => {
      reject(new Error(`expected the shop to serve, it ended instead:\n${said.join('\n').slice(-2000)}`))
    })
  })
}
