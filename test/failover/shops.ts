import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DEMO_XPUBS } from '#server/chain/addresses/demo-xpubs.ts'
import { TEST_SECRET_TEXT } from '#test/installation-secret.ts'
import { serveShop, type ServedShop } from '#test/served-shop.ts'
import { until } from '#test/until.ts'
import type { Chains } from './chains.ts'
import { freezeTree, isRunning, thawTree, whenWeExit } from './process-tree.ts'

/** One of several shop processes on one database, as on a machine of its own: its folder, its log. */
export interface ShopProcess {
  readonly name: string
  /** Of the last start. */
  readonly url: string
  /** Of the last start; 0 before the first. */
  readonly pid: number
  /** Whether the process is there and goes on. */
  readonly state: 'serving' | 'frozen' | 'down'
  /** How often the state has changed so far. */
  readonly changes: number
  /** Everything that its processes have printed. */
  log(): string
  /** Starts it, again and again until it serves, as a supervisor does. */
  start(): Promise<void>
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  /** Runs a command of the shop on this machine, whether the shop runs or not. @returns what it printed. */
  command(...words: readonly string[]): Promise<string>
}

interface ShopOptions {
  readonly name: string
  readonly folder: string
  readonly databaseUrl: string
  readonly chains: Chains
  readonly smtpUrl: string
  /** Where events are posted to; null: nowhere. */
  readonly webhookUrl: string | null
}

/** Signs webhooks. */
export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

/** Where alerts go. */
export const STAFF_EMAIL = 'staff@shop.example'
/** A start gives up when this has passed: a supervisor would go on. */
const SERVES_WITHIN_MS = 180_000

/** A production shop on test networks. It is not started. */
export async function prepareShop({
  name,
  folder,
  databaseUrl,
  chains,
  smtpUrl,
  webhookUrl,
}: ShopOptions): Promise<ShopProcess> {
  const dataFolder = join(folder, name)
  await mkdir(dataFolder)
  const settings: Record<string, string> = {
    ...chains.settings,
    KEYHOLD_PROFILE: 'production',
    KEYHOLD_ALLOW_TEST: 'true',
    DATABASE_URL: databaseUrl,
    KEYHOLD_DATA: dataFolder,
    KEYHOLD_SECRET: TEST_SECRET_TEXT,
    KEYHOLD_PUBLIC_URL: 'http://127.0.0.1:8080',
    KEYHOLD_TRUST_PROXY: '127.0.0.1',
    KEYHOLD_EVM_XPUB: DEMO_XPUBS.evm,
    ...(chains.networks.includes('bitcoin') ? { KEYHOLD_BITCOIN_XPUB: DEMO_XPUBS.bitcoin } : {}),
    KEYHOLD_RATES: 'fixed:BTC=60000,ETH=3000,USDT=1',
    KEYHOLD_CONFIRMATIONS: 'BTC=1,ETH=1',
    // one node for each chain, and thousands of orders within a day
    KEYHOLD_SINGLE_NODE_USD: '100000000',
    KEYHOLD_SMTP_URL: smtpUrl,
    KEYHOLD_MAIL_FROM: 'Keyhold <keys@shop.example>',
    KEYHOLD_SUPPORT_EMAIL: 'support@shop.example',
    KEYHOLD_ALERT_EMAIL: STAFF_EMAIL,
    ...(webhookUrl === null
      ? {}
      : {
          KEYHOLD_WEBHOOK_URL: webhookUrl,
          KEYHOLD_WEBHOOK_SECRET: WEBHOOK_SECRET,
          KEYHOLD_WEBHOOK_ALLOW_PRIVATE: 'true',
        }),
    KEYHOLD_LIMITS: '50',
    KEYHOLD_LOG: 'warn',
  }
  let served: ServedShop | null = null
  let state: ShopProcess['state'] = 'down'
  let changes = 0
  whenWeExit(() => {
    if (served !== null && isRunning(served.pid)) process.kill(served.pid, 'SIGKILL')
  })
  const become = (next: ShopProcess['state']) => {
    state = next
    changes += 1
  }
  const earlier: string[] = []
  return {
    name,
    get url() {
      return served?.url ?? ''
    },
    get pid() {
      return served?.pid ?? 0
    },
    get state() {
      return state
    },
    get changes() {
      return changes
    },
    log: () => [...earlier, served?.log() ?? ''].join('\n'),
    async start() {
      await until(
        async () => {
          try {
            served = await serveShop(settings)
            return true
          } catch (error) {
            earlier.push(String(error))
            return false
          }
        },
        { what: `${name} serving`, withinMs: SERVES_WITHIN_MS, everyMs: 1_000 },
      )
      become('serving')
    },
    async kill() {
      // before it is gone: nobody else starts it again
      become('down')
      await served?.kill()
      earlier.push(served?.log() ?? '')
      served = null
    },
    freeze() {
      if (served !== null) freezeTree(served.pid)
      become('frozen')
    },
    thaw() {
      if (served !== null) thawTree(served.pid)
      become('serving')
    },
    command: (...words) => runCommand(settings, words),
  }
}

async function runCommand(
  settings: Readonly<Record<string, string>>,
  words: readonly string[],
): Promise<string> {
  const child = spawn(process.execPath, ['dist/server/main.cjs', ...words], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, said, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  if (status !== 0) throw new Error(`keyhold ${words.join(' ')} ended with ${String(status)}: ${said}${out}`)
  return out
}
