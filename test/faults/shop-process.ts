import { USD } from '#shared/currency.ts'
import { createBitcoinEsploraReader } from '#server/chain/bitcoin/esplora-reader.ts'
import { createBitcoinRpcReader } from '#server/chain/bitcoin/rpc-reader.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { createEvmReader } from '#server/chain/evm/create-evm-reader.ts'
import { createChainWatch, type ChainWatch } from '#server/chain-watcher/look-at-chain.ts'
import type { Db } from '#server/db/database.ts'
import { createDatabaseGuard, type DatabaseGuard } from '#server/recovery/database-guard.ts'
import type { ServerIdentity } from '#server/db/server-identity.ts'
import { createMailSenders, type MailSenders } from '#server/mail/mail-senders.ts'
import { MailRefusedError } from '#server/mail/mail-refused-error.ts'
import type { MailTransport } from '#server/mail/mail-transport.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { liveRates } from '#server/prices/rates.ts'
import { createLimits, type Limits } from '#server/rate-limits/rate-limits.ts'
import type { Log } from '#server/runtime/log.ts'
import { isEvmChain, type ChainId } from '#shared/chains.ts'
import { usdCents } from '#shared/money.ts'
import type { SoldAsset } from '#shared/assets.ts'
import { standForElection, type Electable } from './election.ts'
import { openGatedDatabase, type GatedDatabase } from './gated-database.ts'
import { judgeMail } from './judge-mails.ts'
import { gatedFetch } from './nodes.ts'
import { openProcessMark } from './process-mark.ts'
import { spellAddress } from './addresses.ts'
import { countFault, type World, type WorldChain } from './world.ts'
import { currentProcess } from './timers.ts'
import { SAMPLE_MAIL_SETTINGS } from '#test/sample-mails.ts'
import { keysTakenBy } from '#server/keys/take-keys.ts'
import { keysOf } from '#server/keys/claim-keys.ts'
import { TEST_CIPHER } from '../installation-secret.ts'
import { xpubOf } from './xpubs.ts'

/** One process of the shop: its own connections and memory, the same code as in production. */
export interface ShopProcess {
  readonly name: string
  readonly db: Db
  readonly database: GatedDatabase
  /** Compares each new connection with the mark of its data folder. */
  readonly guard: DatabaseGuard
  readonly policy: PaymentPolicy
  readonly limits: Limits
  readonly log: Log
  readonly senders: MailSenders
  readonly looking: Set<ChainId>
  isAlive: boolean
  /** Its part in the election; null where there is none. */
  readonly leading: Electable | null
  /** Whether its mark names something that the database has lost, and no recovery was finished since. */
  knowsOfLoss: boolean
  /** Steps until the process goes on; 0 while it runs. */
  frozenFor: number
  reader(chain: ChainId): ChainReader
  watch(chain: ChainId): ChainWatch
  /** Runs a task; its end is logged, and an error that no fault explains is kept. */
  spawn(name: string, run: () => Promise<unknown>): void
}

const QUORUM_CENTS = 150_000

/** Starts a process: everything that was only in the memory of its predecessor is lost. */
export function startProcess(world: World, name: string): ShopProcess {
  const guard = openGuardOf(world, name)
  let ready: Promise<void> = Promise.resolve()
  const database = openGatedDatabase(
    name,
    { ...world, isReadOnly: () => world.readOnlyFor > 0, identity: () => identityOf(world) },
    { ready: () => ready, admit: guard.admit, onEvents: guard.mark.note },
  )
  const { db } = database
  const watches = new Map<ChainId, ChainWatch>()
  const readers = new Map<ChainId, ChainReader>()
  const log = logOf(world, name)
  const policy: PaymentPolicy = {
    confirmations: new Map(),
    singleNodeCents: usdCents(1_000_000_000),
    quorumCents: usdCents(QUORUM_CENTS),
    endpointCount: (chain) => world.chains.get(chain)?.nodes.length ?? 0,
    rates: liveRates({ db, clock: world.clock }),
    currency: USD,
  }
  const process: ShopProcess = {
    name,
    db,
    database,
    guard,
    policy,
    limits: createLimits(db, world.clock, { factor: 'off' }),
    log,
    senders: runIn(
      () => process,
      createMailSenders(
        {
          db,
          clock: world.clock,
          transport: transportOf(world, name),
          beforeLeaving: () => guard.mark.save(),
          settings: {
            ...SAMPLE_MAIL_SETTINGS,
            gameTitle: 'Game',
            editionName: (edition) => edition,
            supportEmail: 'support@shop.example',
            readKeys: (tx, id) => keysOf(tx, TEST_CIPHER, id),
            readKeysElsewhere: (tx, id) => keysTakenBy(tx, TEST_CIPHER, id),
          },
        },
        log,
      ),
    ),
    looking: new Set(),
    isAlive: true,
    leading: world.setup.hasElection ? standForElection(world, { name, database, log }) : null,
    knowsOfLoss: false,
    frozenFor: 0,
    reader(chain) {
      const known = readers.get(chain)
      if (known !== undefined) return known
      const made = openReader(world, name, chain, log)
      readers.set(chain, made)
      return made
    },
    watch(chain) {
      const known = watches.get(chain)
      if (known !== undefined) return known
      const made = createChainWatch({
        db: process.leading?.fenced ?? db,
        reader: process.reader(chain),
        clock: world.clock,
        log,
        policy,
      })
      watches.set(chain, made)
      return made
    },
    spawn(task, run) {
      const end = (words: string) => {
        if (process.isAlive) world.log(`${name} ${task} ended: ${words}`)
      }
      currentProcess.run(process, run).then(
        (result) => end(typeof result === 'string' ? result : 'well'),
        (error: unknown) => {
          if (!isExplained(error)) world.errors.push(`${task}: ${describe(error)}`)
          end(describe(error))
        },
      )
    },
  }
  ready = beginUntilDone(world, process)
  void ready.then(() =>
    currentProcess.run(process, () => {
      void process.leading?.leader.start()
    }),
  )
  return process
}

/** What senders do is done by their process. */
function runIn(process: () => ShopProcess, { wakeUp, stop }: MailSenders): MailSenders {
  return {
    wakeUp: () => {
      currentProcess.run(process(), wakeUp)
    },
    stop,
  }
}

const WORLD_URL = 'postgres://world'

function identityOf(world: World): Omit<ServerIdentity, 'pid'> {
  const startedAt = String(world.connections.life())
  return { systemId: '1', timeline: world.timeline, startedAt, isSynchronous: false }
}

function openGuardOf(world: World, name: string): DatabaseGuard {
  const [number = name] = name.split(', life ')
  const folder = world.folders.get(number) ?? { mark: null }
  world.folders.set(number, folder)
  return createDatabaseGuard({
    mark: openProcessMark(folder, world.timers),
    profile: 'production',
    wallets: {
      bitcoin: xpubOf('bitcoin'),
      litecoin: xpubOf('litecoin'),
      evm: xpubOf('evm'),
      tron: xpubOf('tron'),
    },
    url: WORLD_URL,
    clock: world.clock,
    log: logOf(world, name),
  })
}

/** A process that cannot begin ends, and is started again. */
async function beginUntilDone(world: World, { name, guard, database }: ShopProcess): Promise<void> {
  for (;;) {
    try {
      await guard.begin({ pool: database.pool } as Parameters<DatabaseGuard['begin']>[0])
      return
    } catch (error) {
      if (isExplained(error)) continue
      world.errors.push(`${name} cannot begin: ${describe(error)}`)
      return
    }
  }
}

/** What the listener of a process does after its connection was lost: it opens another, and reads what it may have missed. */
export function reread(process: ShopProcess): void {
  process.spawn('listener', async () => {
    for (;;) {
      try {
        await process.guard.refresh(process.db)
        return
      } catch (error) {
        if (!isExplained(error)) throw error
      }
    }
  })
}

/** Opens the real reader over the nodes of the world. */
function openReader(world: World, name: string, chain: ChainId, log: Log): ChainReader {
  const { nodes, tokens, chainId } = world.chains.get(chain)!
  const urls = nodes.map((node) => node.url)
  const fetch = gatedFetch(name, nodes, world.gates, world.stream)
  const shared = { urls, clock: world.clock, log, fetch, headMaxAgeS: null }
  if (!isEvmChain(chain) && world.setup.isEsplora)
    return createBitcoinEsploraReader({ ...shared, chain: 'bitcoin', network: 'regtest', gapMs: 0 })
  if (!isEvmChain(chain)) return createBitcoinRpcReader({ ...shared, chain: 'bitcoin', network: 'regtest' })
  return createEvmReader({
    ...shared,
    chain,
    chainId,
    tokens: tokens.map((token) => ({
      asset: token.asset as SoldAsset,
      contract: spellAddress(chain, token.contract),
    })),
    timeoutMs: 1_000_000_000,
  })
}

/** A mail server as one process sees it; what it takes is kept in the world. */
function transportOf(world: World, process: string): MailTransport {
  return {
    send: (mail) =>
      new Promise((resolve, reject) => {
        let state = world.smtp
        world.gates.park({
          process,
          kind: 'mail',
          label: 'smtp',
          perform() {
            state = world.smtp
            if (state !== 'down') {
              world.mails.push({ messageId: mail.messageId, recipient: mail.recipient, text: mail.text })
              judgeMail(world, mail)
            }
            if (state !== 'up') countFault(world, `smtp ${state}`)
            return Promise.resolve('done')
          },
          deliver() {
            if (state === 'up') resolve()
            else reject(new MailRefusedError(null, state === 'down' ? 'ECONNECTION' : 'ETIMEDOUT'))
            return state
          },
        })
      }),
    verify: () => Promise.resolve(),
    close: () => undefined,
  }
}

/** Errors that injected faults explain; any other is reported. */
const EXPLAINED =
  /Connection terminated|ECONNRESET|No space left|53100|40P01|57014|40001|55P03|25P03|25006|25P02|deadlock detected|canceling statement|terminating connection|could not serialize|read-only transaction|current transaction is aborted|57P01|LeaseLost|08006|08007|no longer stands at|is not queryable|AbortedTransaction/

/** Whether an injected fault explains an error. */
export function isExplained(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    error.name === 'ChainError' ||
    error.name === 'CursorMovedError' ||
    error.name === 'LeaseLostError' ||
    EXPLAINED.test(describe(error))
  )
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as { code?: unknown }
  return `${error.name}${typeof code === 'string' ? ` ${code}` : ''}: ${error.message.slice(0, 160)}`
}

function logOf(world: World, name: string): Log {
  const skip = () => undefined
  return {
    debug: skip,
    info: skip,
    warn: skip,
    error: (facts, message) => {
      if ('verdict' in facts) {
        world.alarms += 1
        world.log(`${name} notices that orders are missing`)
        return
      }
      const text = JSON.stringify(facts, (_key, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      )
      if (!EXPLAINED.test(text)) world.errors.push(`${name} logged: ${message} ${text.slice(0, 300)}`)
    },
  }
}

/** The chain of a process's look, for callers that have only its id. */
export function chainOf(world: World, chain: ChainId): WorldChain {
  const found = world.chains.get(chain)
  if (found === undefined) throw new Error(`the world has no chain ${chain}`)
  return found
}
