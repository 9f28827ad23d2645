import { setTimeout as pause } from 'node:timers/promises'
import { refundAddressOf } from '#test/refund-addresses.ts'
import { post } from '#test/shop-client.ts'
import { BENCH_CODE } from './with-bench.ts'

/** How long an order took, in ms. */
export interface PatientOrder {
  /** Its three calls, without those that were refused. */
  readonly callsMs: number
  /** From the first call on, with all waiting. */
  readonly wholeMs: number
}

interface Buyer {
  /** For the e-mail address and the idempotency key. */
  readonly name: string
  /** The address from which it buys, as a trusted proxy names it. */
  readonly client: string
  /** Nobody waits longer. */
  readonly endsAt: number
  /** Takes how long each refusal took, in ms. */
  readonly onRefused: (ms: number) => void
}

/**
 * Solves a captcha and orders, as the form does: who is refused because the shop is busy comes back when it says.
 *
 * @returns null for who would have to wait too long.
 */
export async function buyPatiently(url: string, buyer: Buyer): Promise<PatientOrder | null> {
  const beganAt = performance.now()
  const captcha = await call(url, buyer, '/functions/captcha', {})
  if (captcha === null) return null
  const check = await call(url, buyer, '/functions/captcha/check', { id: captcha.id, code: BENCH_CODE })
  const email = `buyer${buyer.name}@example.com`
  const order = {
    ...{ userEmail: email, steamId: email, walletAddress: refundAddressOf('erc20') },
    ...{ edition: 'standard', cryptoType: 'usdt', cryptoNetwork: 'erc20', totalPrice: 63.99, quantity: 1 },
  }
  const made = await call(url, buyer, '/functions/create-crypto-payment', order, {
    cookie: check?.cookie ?? '',
    'idempotency-key': `bench-limit-order-${buyer.name}`,
  })
  if (made === null) return null
  return { callsMs: captcha.ms + (check?.ms ?? 0) + made.ms, wholeMs: performance.now() - beganAt }
}

/** Calls until the shop is not busy; null if the buyer has no time left. */
async function call(
  url: string,
  { client, endsAt, onRefused }: Buyer,
  path: string,
  body: object,
  headers: Record<string, string> = {},
) {
  for (;;) {
    const calledAt = performance.now()
    const reply = await post(url, path, body, { ...headers, 'x-forwarded-for': client })
    const { id, code } = (await reply.json()) as { readonly id?: string; readonly code?: string }
    const ms = performance.now() - calledAt
    if (reply.ok) return { id, ms, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' }
    if (code !== 'BUSY') throw new Error(`${path}: ${String(reply.status)} ${code ?? ''}`)
    onRefused(ms)
    const waitMs = Number(reply.headers.get('retry-after')) * 1000 * (1 + Math.random() / 2)
    if (performance.now() + waitMs > endsAt) return null
    await pause(waitMs)
  }
}
