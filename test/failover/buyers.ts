import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { railOf } from '#shared/rails.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import type { Chains, PaidNetwork } from './chains.ts'
import type { Ledger, ToldOrder } from './ledger.ts'
import type { Passes } from './passes.ts'
import type { ShopProcess } from './shops.ts'

/** What buyers need of the world. */
export interface BuyersWorld {
  readonly shops: readonly ShopProcess[]
  readonly chains: Chains
  readonly ledger: Ledger
  readonly passes: Passes
}

interface Wish {
  readonly email: string
  readonly network: PaidNetwork
  readonly idempotencyKey: string
  /** The buyer's address, as the proxy names it: limits are by client. */
  readonly client: string
}

interface Buyers {
  /** Lets the buyers finish what they do; those who wait for the shop give up. */
  stop(): Promise<void>
}

/** The promise is 15 seconds; a browser waits longer. */
const ANSWER_WITHIN_MS = 15_000
const GIVE_UP_MS = 30_000
const UNIT_CENTS = 6399
/** A page asks again after a moment, at whichever process its proxy leads it to. */
const RETRY_MS = 400
/** One order of so many is never paid. */
const PAID_OF = 10

let buyersSoFar = 0

/** @param label in the buyer's address, for the reader of a log. */
export function newWish(networks: readonly PaidNetwork[], label: string): Wish {
  buyersSoFar += 1
  const at = buyersSoFar
  return {
    email: `${label}${String(at)}@proof.example`,
    network: networks[at % networks.length] ?? 'ethereum',
    idempotencyKey: randomUUID(),
    client: `10.${String((at >> 16) & 255)}.${String((at >> 8) & 255)}.${String(at & 255)}`,
  }
}

/** Starts buyers who order and pay one copy after another, each at any process that serves. */
export function startBuyers(world: BuyersWorld, count: number, thinkMs: number): Buyers {
  const end = new AbortController()
  const buy = async (at: number) => {
    for (let turn = at; !end.signal.aborted; turn += 1) {
      const wish = newWish(world.chains.networks, 'buyer')
      const order = await orderUntilTold(world, wish, () => servingShop(world.shops, turn), end.signal)
      if (order !== null && buyersSoFar % PAID_OF !== 0) await payOrder(world, order)
      await delay(thinkMs)
    }
  }
  const buying = Promise.all(Array.from({ length: count }, (_, at) => buy(at)))
  return {
    async stop() {
      end.abort()
      await buying
    },
  }
}

function servingShop(shops: readonly ShopProcess[], turn: number): ShopProcess | null {
  const up = shops.filter(({ state }) => state !== 'down')
  return up[turn % Math.max(up.length, 1)] ?? null
}

/**
 * Orders as a page does: it sends the same idempotency key until it is told the order.
 *
 * @param choose the process that the next attempt goes to; null if none is there.
 * @returns null if `signal` ended it before.
 */
export async function orderUntilTold(
  world: BuyersWorld,
  wish: Wish,
  choose: (attempt: number) => ShopProcess | null,
  signal?: AbortSignal,
): Promise<ToldOrder | null> {
  let pass: string | null = null
  for (let attempt = 0; signal?.aborted !== true; attempt += 1) {
    pass ??= await world.passes.take()
    const shop = choose(attempt)
    const at = performance.now()
    const answer =
      shop === null
        ? null
        : await callShop(world.ledger, shop, ORDER_PATH, bodyOf(wish), headersOf(wish, pass))
    const payment = answer?.payment
    if (payment !== undefined) {
      const { id, paymentAddress: address, cryptoAmount: amount } = payment
      const order = {
        id,
        address,
        amount,
        network: wish.network,
        email: wish.email,
        toldAt: performance.now(),
      }
      world.ledger.addOrder(order)
      return order
    }
    const code = answer?.code ?? 'NO_ANSWER'
    const ms = Math.round(performance.now() - at)
    world.ledger.addRefusal({ code, shop: shop?.name ?? 'none', ms, at })
    // the pass went with an order that the buyer was not told, or with a database that is no more
    if (code.startsWith('CAPTCHA')) {
      world.passes.refuse(pass)
      pass = null
    }
    await delay(RETRY_MS)
  }
  return null
}

/** Pays an order in full. */
export async function payOrder({ chains, ledger }: BuyersWorld, order: ToldOrder): Promise<void> {
  ledger.addPayment(order.id, await chains.pay(order.network, order.address, order.amount))
}

const ORDER_PATH = '/functions/create-crypto-payment'

function bodyOf({ email, network }: Wish): object {
  return {
    userEmail: email,
    steamId: '',
    walletAddress: refundAddressOf(network),
    edition: 'standard',
    cryptoType: railOf(network).coin,
    cryptoNetwork: network,
    totalPrice: UNIT_CENTS / 100,
    quantity: 1,
  }
}

function headersOf({ idempotencyKey, client }: Wish, cookie: string): Readonly<Record<string, string>> {
  return { cookie, 'idempotency-key': idempotencyKey, 'x-forwarded-for': client }
}

interface ShopAnswer {
  readonly code?: string
  readonly payment?: { readonly id: string; readonly paymentAddress: string; readonly cryptoAmount: string }
}

/** One call of a buyer; null without an answer. A process that was stopped or ended meanwhile owes none. */
async function callShop(
  ledger: Ledger,
  shop: ShopProcess,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<ShopAnswer | null> {
  const [at, changes] = [performance.now(), shop.changes]
  try {
    const reply = await fetch(shop.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(GIVE_UP_MS),
    })
    return (await reply.json()) as ShopAnswer
  } catch {
    return null // the connection broke, or the time is over
  } finally {
    const ms = Math.round(performance.now() - at)
    const isOwed = shop.state === 'serving' && shop.changes === changes
    if (isOwed && ms > ANSWER_WITHIN_MS) ledger.addSlowCall({ path, ms, at })
  }
}
