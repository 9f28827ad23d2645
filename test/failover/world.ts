import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { startMailServer, type MailServer } from '#test/mail-server.ts'
import { railOpen } from '#test/shop-client.ts'
import { until } from '#test/until.ts'
import { isSignedWith, startWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { startBuyers, type BuyersWorld } from './buyers.ts'
import { startChains, type Chains } from './chains.ts'
import type { Deployment } from './deployment.ts'
import { broken, type BrokenPromise, type StoredOrder } from './judge.ts'
import { createLedger, keyText, type Ledger } from './ledger.ts'
import { createPasses, withDatabase } from './passes.ts'
import { isRunning } from './process-tree.ts'
import { prepareShop, WEBHOOK_SECRET, type ShopProcess } from './shops.ts'

/** A shop of several processes over a deployment, its chains, its mail server, and buyers who order all the time. */
export interface World extends BuyersWorld {
  readonly deployment: Deployment
  readonly shops: readonly ShopProcess[]
  readonly ledger: Ledger
  readonly chains: Chains
  readonly folder: string
  /** Whether the shops send webhooks. */
  readonly hasWebhooks: boolean
  /** What was seen to break beside the orders, since the last call. */
  takeBroken(): readonly BrokenPromise[]
  /** Reads all orders over a connection of its own. */
  readOrders(): Promise<readonly StoredOrder[]>
  stop(): Promise<void>
}

interface WorldOptions {
  /** Builds the deployment; `sellSome` resolves when a few more orders were told and paid. */
  readonly deploy: (shops: number, sellSome: () => Promise<void>) => Promise<Deployment>
  readonly buyers: number
  readonly thinkMs: number
  readonly hasBitcoin: boolean
  readonly hasWebhooks: boolean
  readonly keys: number
  readonly ledgerFile: string | null
  readonly say: (words: string) => void
}

const SHOPS = ['shop one', 'shop two']
const PAGE_WITHIN_MS = 5_000
const LOOK_EVERY_MS = 300
/** A failover that loses something loses some of so many orders. */
const SOME_ORDERS = 4

export async function openWorld(options: WorldOptions): Promise<World> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const one of stops.splice(0).toReversed()) await one()
  }
  try {
    return await open(options, stops, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function open(
  options: WorldOptions,
  stops: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<World> {
  const ledger = createLedger(options.ledgerFile)
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-failover-'))
  stops.push(() => rm(folder, { recursive: true, force: true }))
  const [chains, mails] = await Promise.all([startChains(options.hasBitcoin), startMailServer()])
  stops.push(chains.stop, mails.close)
  const receiver = options.hasWebhooks ? await startWebhookReceiver() : null
  if (receiver !== null) stops.push(receiver.close)
  options.say('the chains and the mail server run')
  const deployment = await options.deploy(SHOPS.length, () => sellSome(ledger))
  stops.push(deployment.stop)
  options.say('the database runs')
  const shops = await startShops(deployment, {
    folder,
    chains,
    smtpUrl: mails.url,
    webhookUrl: receiver?.url ?? null,
  })
  stops.push(() => Promise.all(shops.map((shop) => shop.kill())))
  options.say('the shops serve')
  await stockKeys(shops, folder, options.keys)
  for (const network of chains.networks) await Promise.all(shops.map(({ url }) => railOpen(url, network)))
  options.say('every rail is open')
  const passes = createPasses(deployment.url)
  const seen: BrokenPromise[] = []
  const world: World = {
    ...{ deployment, shops, ledger, chains, folder, stop },
    takeBroken: () => seen.splice(0),
    passes,
    hasWebhooks: options.hasWebhooks,
    readOrders: () => withDatabase(deployment.url, readOrders),
  }
  await passes.fill()
  const looking = keepLooking(world, { mails, receiver }, seen)
  stops.push(looking)
  const buyers = startBuyers(world, options.buyers, options.thinkMs)
  stops.push(() => buyers.stop())
  return world
}

async function startShops(
  deployment: Deployment,
  surroundings: Omit<Parameters<typeof prepareShop>[0], 'name' | 'databaseUrl'>,
): Promise<readonly ShopProcess[]> {
  const shops = await Promise.all(
    SHOPS.map((name, at) => prepareShop({ name, ...surroundings, databaseUrl: deployment.databaseUrl(at) })),
  )
  // the first one migrates
  for (const shop of shops) await shop.start()
  return shops
}

async function stockKeys([shop]: readonly ShopProcess[], folder: string, count: number): Promise<void> {
  const file = join(folder, 'keys')
  await writeFile(file, Array.from({ length: count }, (_, index) => keyText(index)).join('\n'))
  await shop?.command('keys', 'import', file, '--edition', 'standard')
}

async function sellSome(ledger: Ledger): Promise<void> {
  const before = ledger.paid.size
  await until(() => ledger.paid.size >= before + SOME_ORDERS, { what: 'some orders' })
}

/** Reads mails and webhooks, and looks at every process, until it is stopped. A process that has ended is started again, as by a supervisor. */
function keepLooking(
  { shops, ledger }: Pick<World, 'shops' | 'ledger'>,
  { mails, receiver }: { mails: MailServer; receiver: WebhookReceiver | null },
  seen: BrokenPromise[],
): () => Promise<void> {
  let isEnding = false
  let [read, readHooks] = [0, 0]
  const readMails = () => {
    for (const mail of mails.mails().slice(read)) ledger.addMail(mail)
    read = mails.mails().length
  }
  const readWebhooks = () => {
    const received = receiver?.received.slice(readHooks) ?? []
    for (const one of received) ledger.addWebhook(one, isSignedWith(WEBHOOK_SECRET, one))
    readHooks += received.length
  }
  const readOutside = () => {
    readMails()
    readWebhooks()
  }
  const look = async (shop: ShopProcess) => {
    if (shop.state !== 'serving') return
    if (!isRunning(shop.pid)) {
      seen.push(broken('ended', `${shop.name} has ended: ${shop.log().slice(-500)}`))
      await shop.kill()
      await shop.start()
      return
    }
    const changes = shop.changes
    const failure = await loadPage(shop)
    if (failure !== null && shop.changes === changes)
      seen.push(broken('not-static', `${shop.name}: ${failure}`))
  }
  const looking = Promise.all([
    until(() => (readOutside(), isEnding), {
      withinMs: Infinity,
      everyMs: 50,
      what: 'the end',
    }),
    ...shops.map((shop) =>
      until(async () => (await look(shop), isEnding), {
        withinMs: Infinity,
        everyMs: LOOK_EVERY_MS,
        what: 'the end',
      }),
    ),
  ])
  return async () => {
    isEnding = true
    await looking
  }
}

/** @returns why the landing page was not served; null if it was. */
async function loadPage({ url }: ShopProcess): Promise<string | null> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(PAGE_WITHIN_MS) })
    await reply.text()
    return reply.ok ? null : String(reply.status)
  } catch (error) {
    return String(error)
  }
}

async function readOrders(db: Db): Promise<readonly StoredOrder[]> {
  const sold = await db.selectFrom('game_keys').selectAll().where('payment_id', 'is not', null).execute()
  const keys = new Map<string, string[]>()
  for (const row of sold) {
    const id = row.payment_id ?? ''
    keys.set(id, [...(keys.get(id) ?? []), TEST_CIPHER.open(row)])
  }
  const { rows } = await sql<{
    id: string
    user_email: string
    payment_address: string
    status: string
    delivered_at: Date | null
  }>`select id, user_email, payment_address, status, delivered_at from payments`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    email: row.user_email,
    address: row.payment_address,
    status: row.status,
    isDelivered: row.delivered_at !== null,
    keys: keys.get(row.id) ?? [],
  }))
}
