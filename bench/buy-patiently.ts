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

/** Solves a captcha and orders, as the form does: who is refused because the shop is busy comes back when it says; null if not in time. */
export async function buyPatiently(url: string, buyer: Buyer): Promise<PatientOrder | null> {
  const beganAt = performance.now()
  let callsMs = 0
  const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
    for (;;) {
      const calledAt = performance.now()
      const reply = await post(url, path, body, { ...headers, 'x-forwarded-for': buyer.client })
      const text = await reply.text()
      const ms = performance.now() - calledAt
      const answer = JSON.parse(text) as { readonly id?: string; readonly code?: string }
      if (answer.code === 'BUSY') {
        buyer.onRefused(ms)
        const waitMs = Number(reply.headers.get('retry-after')) * 1000 * (1 + Math.random() / 2)
        if (performance.now() + waitMs > buyer.endsAt) return null
        await pause(waitMs)
        continue
      }
      if (!reply.ok) throw new Error(`${path}: ${String(reply.status)} ${answer.code ?? ''}`)
      callsMs += ms
      return { answer, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? '' }
    }
  }
  const captcha = await call('/functions/captcha', {})
  if (captcha === null) return null
  const check = await call('/functions/captcha/check', { id: captcha.answer.id, code: BENCH_CODE })
  const email = `buyer${buyer.name}@example.com`
  const order = {
    ...{ userEmail: email, steamId: email, walletAddress: refundAddressOf('erc20') },
    ...{ edition: 'standard', cryptoType: 'usdt', cryptoNetwork: 'erc20', totalPrice: 63.99, quantity: 1 },
  }
  const headers = { cookie: check?.cookie ?? '', 'idempotency-key': `bench-limit-order-${buyer.name}` }
  const made = await call('/functions/create-crypto-payment', order, headers)
  return made === null ? null : { callsMs, wholeMs: performance.now() - beganAt }
}
