import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { asAccount, type PostgresAccount } from '#server/db/postgres-account.ts'
import { until } from '#test/until.ts'
import { freezeTree, isRunning, killTree, thawTree, whenWeExit } from './process-tree.ts'

/** A program that runs until it is killed, and is started again as by systemd. */
export interface Service {
  /** Of its first process; null if it does not run. */
  readonly pid: number | null
  /** Starts it, unless it runs. */
  start(): Promise<void>
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  log(): Promise<string>
}

interface ServiceOptions {
  readonly program: string
  readonly words: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly account: PostgresAccount
  readonly logFile: string
  /** Whether it does its work; asked until it says so after a start. */
  readonly isReady: () => Promise<boolean>
}

/** The service, not started. */
export function prepareService({
  program,
  words,
  environment,
  account,
  logFile,
  isReady,
}: ServiceOptions): Service {
  let child: ChildProcess | null = null
  const pid = () => child?.pid ?? 0
  const runs = () => child !== null && isRunning(pid())
  whenWeExit(() => {
    if (runs()) process.kill(pid(), 'SIGKILL')
  })
  const log = () => readFile(logFile, 'utf8')
  return {
    get pid() {
      return runs() ? pid() : null
    },
    async start() {
      if (runs()) return
      const file = await open(logFile, 'a')
      child = spawn(program, words, {
        ...asAccount(account),
        cwd: '/',
        env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC', ...environment },
        detached: true,
        stdio: ['ignore', file.fd, file.fd],
      })
      await once(child, 'spawn')
      await file.close()
      await until(async () => !runs() || (await isReady()), { what: program, everyMs: 100 })
      if (!runs()) throw new Error(`expected ${program} to run, it logged:\n${(await log()).slice(-2000)}`)
    },
    async kill() {
      if (runs()) await killTree(pid())
    },
    freeze() {
      if (runs()) freezeTree(pid())
    },
    thaw() {
      if (runs()) thawTree(pid())
    },
    log,
  }
}
