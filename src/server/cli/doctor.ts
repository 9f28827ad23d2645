import { setTimeout as delay } from 'node:timers/promises'
import { deriveAddress } from '#server/chain/addresses/derive-address.ts'
import type { Settings } from '#server/config/settings.ts'
import type { Db } from '#server/db/database.ts'
import type { Payment, RailState } from '#shared/api.ts'
import type { Currency } from '#shared/currency.ts'
import type { Edition } from '#shared/editions.ts'
import { centsToNumber } from '#shared/money.ts'
import { isNetwork, NETWORKS, railOf, type NetworkId } from '#shared/rails.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { NotServingError, shopCallsAt, type ShopCalls } from './doctor-order.ts'
import { testWalletFor, type TestWallet } from './doctor-wallet.ts'
import { gameWithChanges } from './game-with-changes.ts'
import { readArguments } from './read-arguments.ts'
import { withDatabase } from './with-database.ts'

const POLL_MS = 500
const READY_WITHIN_MS = 60_000
const STARTING: ReadonlySet<string> = new Set(['no_reader', 'no_address', 'no_rate'])
const TEST_WITHIN_S = 180
const REAL_WITHIN_S = 3 * 3600
/** Far beyond every address that an order gets; refunds of these orders go to the operator's own wallet. */
const REFUND_INDEX = 2_000_000_000

interface Examination {
  readonly settings: Settings
  readonly db: Db
  readonly calls: ShopCalls
  readonly email: string
  readonly edition: Edition
  /** Of its price. */
  readonly currency: Currency
  readonly out: CommandContext['out']
}

/**
 * `doctor`: orders one copy on each rail of the running shop, pays it where the chain is simulated or a test node has unlocked
 * accounts, and follows it to the mail with its keys. With `--rail` on other networks it tells the operator what to pay. It
 * never holds a private key.
 */
export async function runDoctor(context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments(context, ['rail', 'email', 'url'])
  const { rail = null } = values
  if (positionals.length > 0 || (rail !== null && !isNetwork(rail)))
    throw new UsageError(`--rail is one of ${NETWORKS.join(', ')}`)
  return withDatabase(context, async ({ settings, ...deps }) => {
    const { db } = deps.database
    const url =
      values.url ??
      `http://${settings.host === '0.0.0.0' ? '127.0.0.1' : settings.host}:${String(settings.port)}`
    const email =
      values.email ?? settings.alertEmail ?? (settings.profile === 'demo' ? 'doctor@keyhold.example' : null)
    if (email === null) throw new UsageError('expected --email, where the keys of the orders are sent')
    const game = await gameWithChanges(settings, deps)
    const examination = {
      settings,
      db,
      calls: shopCallsAt(url),
      email,
      edition: cheapestOf(game.editions()),
      currency: game.current().game.currency,
      out: context.out,
    }
    const rails = await awaitRails(examination.calls, rail)
    // at once: most of the time goes into waiting for blocks
    const passed = await Promise.all(rails.map((state) => examine(examination, state, rail !== null)))
    const failures = passed.filter((isPassed) => !isPassed).length
    context.out(failures === 0 ? 'no faults' : `${String(failures)} of ${String(rails.length)} rails failed`)
    return failures === 0 ? 0 : 1
  })
}

/** Waits a while for what a shop lacks right after its start: behind a proxy itself, a leader, addresses, rates. */
async function awaitRails(calls: ShopCalls, rail: string | null): Promise<readonly RailState[]> {
  const deadlineMs = performance.now() + READY_WITHIN_MS
  for (;;) {
    const isLate = performance.now() > deadlineMs
    const all = await calls.rails().catch((error: unknown) => {
      if (error instanceof NotServingError && !isLate) return null
      throw error
    })
    const rails = all?.filter(({ network }) => rail === null || network === rail)
    const isStarting = rails?.some(({ reason }) => reason !== null && STARTING.has(reason)) ?? true
    if (rails !== undefined && (!isStarting || isLate)) return rails
    await delay(POLL_MS)
  }
}

function cheapestOf(editions: readonly Edition[]): Edition {
  const [cheapest] = [...editions].sort((one, other) => one.priceCents - other.priceCents)
  if (cheapest === undefined) throw new CommandError('the game folder has no edition')
  return cheapest
}

/** @returns false if a step failed. A rail that is not configured, or would cost real money unasked, is passed over. */
async function examine(examination: Examination, state: RailState, isAsked: boolean): Promise<boolean> {
  const { settings, calls, out } = examination
  const { network } = state
  if (!state.available) {
    const isFault = state.reason !== 'not_configured' || isAsked
    out(`${isFault ? 'fault ' : 'passed'}  ${network}: takes no orders (${state.reason ?? 'unknown'})`)
    return !isFault
  }
  const rail = railOf(network)
  const isSimulated = settings.chains[rail.chain].isSimulated
  const wallet = isSimulated ? null : testWalletFor(settings, rail)
  if (!isSimulated && wallet === null && !isAsked) {
    out(`passed  ${network}: real money; "doctor --rail ${network} --email YOU" guides you through one order`)
    return true
  }
  try {
    const startedMs = performance.now()
    const payment = await orderOne(examination, network)
    tell(out, network, startedMs, `ordered ${payment.id}`)
    if (isSimulated) await calls.paySimulated(payment.id)
    const source = wallet === null ? null : await wallet.pay(payment)
    const isPaid = isSimulated || source !== null
    if (isPaid) tell(out, network, startedMs, source === null ? 'paid' : `paid from ${source}`)
    else if (isAsked) askToPay(out, payment)
    else
      throw new CommandError(
        `no unlocked account of its node can pay; pay by hand with "doctor --rail ${network}"`,
      )
    const withinS = isPaid ? TEST_WITHIN_S : REAL_WITHIN_S
    return await follow(examination, payment, { startedMs, withinS, wallet })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    out(`fault   ${network}: ${error.message.split('\n')[0] ?? ''}`)
    return false
  }
}

async function orderOne(
  { settings, calls, email, edition, currency }: Examination,
  network: NetworkId,
): Promise<Payment> {
  const rail = railOf(network)
  const xpub = settings.wallets[rail.wallet]
  if (xpub === null) throw new CommandError(`no extended public key is set for ${rail.wallet}`)
  return calls.order({
    userEmail: email,
    steamId: '',
    walletAddress: deriveAddress(xpub, REFUND_INDEX),
    edition: edition.id,
    cryptoType: rail.coin,
    cryptoNetwork: rail.network,
    totalPrice: centsToNumber(edition.priceCents, currency),
    quantity: 1,
  })
}

function askToPay(out: CommandContext['out'], payment: Payment): void {
  out(`        send exactly ${payment.cryptoAmount} ${payment.cryptoType} on ${payment.cryptoNetwork}`)
  out(`        to ${payment.paymentAddress}`)
  out(
    `        before ${payment.expiresAt}, from a wallet of your own; compare the address with "keyhold address"`,
  )
}

interface Following {
  readonly startedMs: number
  readonly withinS: number
  readonly wallet: TestWallet | null
}

/** Prints each step when the shop's own process has done it. */
async function follow(
  { db, out }: Examination,
  { id, cryptoNetwork: network }: Payment,
  { startedMs, withinS, wallet }: Following,
): Promise<boolean> {
  const steps = ['seen on the chain', 'confirmed', 'keys delivered', 'mail with the keys sent']
  let done = 0
  for (;;) {
    const reached = await readProgress(db, id)
    for (; done < reached.steps; done += 1) tell(out, network, startedMs, steps[done] ?? '')
    if (done === steps.length) return true
    if (reached.isStopped || performance.now() - startedMs > withinS * 1000) {
      out(`fault   ${network}: not ${steps[done] ?? ''}; the order is ${reached.status} (${id})`)
      return false
    }
    if (wallet !== null && reached.steps < 3) await wallet.mine()
    await delay(POLL_MS)
  }
}

async function readProgress(
  db: Db,
  id: string,
): Promise<{ readonly steps: number; readonly status: string; readonly isStopped: boolean }> {
  const order = await db
    .selectFrom('payments')
    .select(['status', 'delivered_at', 'confirmed_at', 'awaiting_keys_since', 'awaiting_release_since'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const seen = await db
    .selectFrom('transfers')
    .select('tx_hash')
    .where('payment_id', '=', id)
    .executeTakeFirst()
  const mail = await db
    .selectFrom('mails')
    .select('sent_at')
    .where('payment_id', '=', id)
    .where('template', '=', 'keys')
    .executeTakeFirst()
  const facts = [
    seen !== undefined,
    order.confirmed_at !== null,
    order.delivered_at !== null,
    mail?.sent_at != null,
  ]
  const steps = facts.includes(false) ? facts.indexOf(false) : facts.length
  const waitsFor = order.delivered_at === null ? waitingWords(order) : null
  const isStopped = ['expired', 'invalid', 'review', 'refunded'].includes(order.status) || waitsFor !== null
  return { steps, status: waitsFor ?? order.status, isStopped }
}

function waitingWords(order: {
  readonly awaiting_keys_since: Date | null
  readonly awaiting_release_since: Date | null
}): string | null {
  if (order.awaiting_release_since !== null) return 'waiting for the release of its keys'
  return order.awaiting_keys_since === null ? null : 'waiting for keys'
}

function tell(out: CommandContext['out'], network: string, startedMs: number, what: string): void {
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  out(`ok      ${network}: ${what} after ${seconds} s`)
}
