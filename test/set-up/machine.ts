import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { until } from '#test/until.ts'

const DEBIAN = 'http://deb.debian.org/debian'
const BASE = join(import.meta.dirname, '../../.cache/set-up/debian-12')
const PACKAGES = 'systemd,systemd-sysv,dbus,ca-certificates,procps,iproute2'
const TOOLS: Readonly<Record<string, string>> = {
  debootstrap: 'debootstrap',
  'systemd-nspawn': 'systemd-container',
  slirp4netns: 'slirp4netns',
}
const ORDERLY_MS = 20_000
/** Where the certificates that this machine trusts besides its own are in the other one. */
const TRUSTED = '/usr/local/share/trusted.pem'
/** The name server of slirp4netns, which asks the machine's own. */
const NAME_SERVER = '10.0.2.3'

/** A line that a program in the machine printed. */
type OnLine = (line: string) => void

/** An empty Debian 12 with systemd as its first process and a network of its own; other programs see none of its ports. */
export interface Machine {
  /** The id of its first process, seen from outside; its namespaces are the machine's. */
  readonly leader: number
  /** The path of a file of the machine as it is seen from outside. */
  pathOf(path: string): string
  /** Writes a file of the machine. */
  write(path: string, text: string, mode?: number): void
  /** Runs a shell script in the machine as root. @returns its exit status. */
  run(script: string, onLine: OnLine): Promise<number>
  /** Starts a program of this checkout in the machine's network; it ends with the machine. */
  beside(args: readonly string[], onLine: OnLine): ChildProcess
  /** Switches the machine off and removes it. */
  remove(): Promise<void>
}

/** What is missing to open a machine here; null if nothing is. */
export function missingForMachine(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'a machine of its own needs Linux and root'
  const missing = Object.entries(TOOLS).filter(([name]) => spawnSync('which', [name]).status !== 0)
  if (missing.length === 0) return null
  return `apt-get install --yes --no-install-recommends ${missing.map(([, name]) => name).join(' ')}`
}

/**
 * @param names that lead to the machine itself.
 * @param options.name of the machine: no two that run at once on this one may have the same.
 * @param options.hosts more lines of its `/etc/hosts`.
 */
export async function openMachine(
  names: readonly string[],
  { name = 'keyhold-set-up', hosts = [] }: { name?: string; hosts?: readonly string[] } = {},
): Promise<Machine> {
  bootstrap()
  const folder = mkdtempSync(join(tmpdir(), 'keyhold-machine-'))
  const root = join(folder, 'root')
  cpSync(BASE, root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  const write: Machine['write'] = (path, text, mode = 0o644) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text, { mode })
  }
  write('/etc/hostname', `${name}\n`)
  write('/etc/hosts', [`127.0.0.1 localhost ${names.join(' ')}`, ...hosts, ''].join('\n'))
  const trusted = process.env['NODE_EXTRA_CA_CERTS']
  write(TRUSTED, trusted === undefined ? '' : readFileSync(trusted, 'utf8'))
  write('/etc/resolv.conf', `nameserver ${NAME_SERVER}\n`)
  const children: ChildProcess[] = []
  const remove = async () => {
    for (const child of children.toReversed()) await end(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const leader = await boot(root, name, children)
    const run: Machine['run'] = (script, onLine) =>
      output(spawnIn(leader, ['-a', '/bin/bash', '-c', script]), onLine)
    children.push(spawn('slirp4netns', ['--configure', '--mtu=65520', String(leader), 'tap0']))
    await until(
      async () => (await run('ip route get 10.0.2.2 && systemctl is-system-running', quiet)) === 0,
      {
        what: 'a machine that is up',
      },
    )
    const beside: Machine['beside'] = (args, onLine) => {
      const child = spawnIn(leader, ['-n', process.execPath, ...args])
      children.push(child)
      void output(child, onLine)
      return child
    }
    return { leader, pathOf: (path) => join(root, path), write, run, beside, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

function quiet(): void {
  // the status says everything
}

/** Debian's packages, once: about 260 MB. A bootstrap that was interrupted is begun again. */
function bootstrap(): void {
  if (existsSync(BASE)) return
  const unfinished = `${BASE}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const args = ['--variant=minbase', `--include=${PACKAGES}`, 'bookworm', unfinished, DEBIAN]
  execFileSync('debootstrap', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  // as apt in a machine does that is in use: its lists are there
  execFileSync('chroot', [unfinished, 'apt-get', '-q', 'update'], { stdio: 'ignore' })
  renameSync(unfinished, BASE)
}

/** @returns the id of the machine's first process. */
async function boot(root: string, name: string, children: ChildProcess[]): Promise<number> {
  const flags = [
    '--quiet',
    '--boot',
    '--private-network',
    '--register=no',
    '--keep-unit',
    '--resolv-conf=off',
  ]
  const child = spawn('systemd-nspawn', [...flags, `--directory=${root}`, `--machine=${name}`], {
    stdio: 'ignore',
  })
  children.push(child)
  let leader = 0
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`systemd-nspawn ended with ${String(child.exitCode)}`)
      const pid = String(child.pid)
      const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
      leader = Number(text.trim().split(' ')[0])
      // before it, a process that ends prepares the namespaces
      const name = leader > 0 ? await readFile(`/proc/${String(leader)}/comm`, 'utf8').catch(() => '') : ''
      return name.trim() === 'systemd'
    },
    { what: 'the first process of a machine' },
  )
  return leader
}

function spawnIn(leader: number, words: readonly string[]): ChildProcess {
  return spawn('nsenter', ['--target', String(leader), ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      DEBIAN_FRONTEND: 'noninteractive',
      NODE_EXTRA_CA_CERTS: TRUSTED,
      ...(words[0] === '-n' ? { PATH: process.env.PATH } : {}),
    },
  })
}

async function output(child: ChildProcess, onLine: OnLine): Promise<number> {
  for (const stream of [child.stdout, child.stderr])
    if (stream !== null) createInterface({ input: stream }).on('line', onLine)
  const [status] = (await once(child, 'close')) as [number | null]
  return status ?? 1
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  // an orderly end of a machine waits for what runs in it
  const timer = setTimeout(() => child.kill('SIGKILL'), ORDERLY_MS)
  await ended
  clearTimeout(timer)
}
