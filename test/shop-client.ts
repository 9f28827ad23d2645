import type { EditionId } from '#shared/editions.ts'
import type { CreatePaymentReply, Payment, RailState } from '#shared/api.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import type * as z from 'zod'
import { railOf } from '#shared/rails.ts'
import { until } from './until.ts'

/** A buyer's order; prices are the default game's. */
export interface OrderRequest {
  readonly network: Payment['cryptoNetwork']
  readonly edition: Payment['edition']
  readonly quantity: number
  readonly email: string
  readonly idempotencyKey: string
  /** For a shop that sells another game. */
  readonly unitCents?: number
  /** The buyer's address, as a proxy that the shop trusts names it. */
  readonly client?: string
}

const UNIT_CENTS: Readonly<Record<EditionId, number>> = { standard: 6399, supporter: 11999 }

/** Orders over the real calls, captcha included, at a shop whose captcha code is pinned. */
export async function order(url: string, captchaCode: string, request: OrderRequest): Promise<Payment> {
  return await orderWithPass(url, await solveCaptcha(url, captchaCode), request)
}

/** Solves a captcha. @returns the cookie of the pass. */
export async function solveCaptcha(url: string, captchaCode: string): Promise<string> {
  const challenge = (await (await post(url, '/functions/captcha', {})).json()) as { id: string }
  const solved = await post(url, '/functions/captcha/check', { id: challenge.id, code: captchaCode })
  return solved.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** Orders with the cookie of a pass. */
export async function orderWithPass(url: string, cookie: string, request: OrderRequest): Promise<Payment> {
  const { network } = request
  const reply = await post(
    url,
    '/functions/create-crypto-payment',
    {
      userEmail: request.email,
      steamId: request.email,
      walletAddress: refundAddressOf(network),
      edition: request.edition,
      cryptoType: railOf(network).coin,
      cryptoNetwork: network,
      totalPrice: ((request.unitCents ?? UNIT_CENTS[request.edition] ?? 0) * request.quantity) / 100,
      quantity: request.quantity,
    },
    {
      cookie,
      'idempotency-key': request.idempotencyKey,
      ...(request.client === undefined ? {} : { 'x-forwarded-for': request.client }),
    },
  )
  const body = (await reply.json()) as z.infer<typeof CreatePaymentReply> | { success: false; code: string }
  if (!body.success) throw new Error(`expected an order, got ${String(reply.status)} ${body.code}`)
  return body.payment
}

/** Waits until a rail takes orders: once its chain was polled for the first time. */
export async function railOpen(url: string, network: Payment['cryptoNetwork']): Promise<void> {
  await until(
    async () => {
      const rails = (await (await fetch(`${url}/data/rails`)).json()) as readonly RailState[]
      return rails.some((one) => one.network === network && one.available)
    },
    { what: `the rail ${network} is open` },
  )
}

/** Posts JSON as a program does. */
export function post(
  url: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}
