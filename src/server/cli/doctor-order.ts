import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { answerProof } from '#server/captcha/answer-proof.ts'
import {
  CreatePaymentReply,
  Failure,
  RailsReply,
  type CreatePaymentRequest,
  type Payment,
  type RailState,
} from '#shared/api.ts'
import { ProofNewReply } from '#shared/visitor-api.ts'
import { WalletPayReply } from '#shared/demo-wallet-api.ts'
import { CommandError } from './command.ts'

/** The calls of a buyer, over HTTP, to the running shop. */
export interface ShopCalls {
  rails(): Promise<readonly RailState[]>
  /** Solves a captcha and orders. */
  order(request: CreatePaymentRequest): Promise<Payment>
  /** Pays with the demo's wallet. */
  paySimulated(paymentId: string): Promise<void>
}

/** A proxy answers for a shop that does not serve yet. */
export class NotServingError extends CommandError {
  constructor(status: number) {
    super(`the shop does not serve: its proxy answered ${String(status)}`)
    this.name = 'NotServingError'
  }
}

/** Bad gateway, service unavailable, gateway timeout. */
const OF_PROXY: ReadonlySet<number> = new Set([502, 503, 504])
const Passed = z.object({ success: z.literal(true) })

/** Calls the shop at `url`. */
export function shopCallsAt(url: string): ShopCalls {
  const call = async <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    { body, headers = {} }: { body?: object; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<{ reply: z.infer<Schema>; cookie: string }> => {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new CommandError('the shop does not answer; start it, or name its address with --url', {
        cause: error,
      })
    })
    const json: unknown = await response.json().catch(() => null)
    const parsed = schema.safeParse(json)
    if (parsed.success)
      return { reply: parsed.data, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
    const failure = Failure.safeParse(json)
    if (!failure.success && OF_PROXY.has(response.status)) throw new NotServingError(response.status)
    throw new CommandError(
      failure.success
        ? `${path}: ${failure.data.code}, ${failure.data.error}`
        : `${path} answered ${String(response.status)}`,
    )
  }
  return {
    rails: async () => (await call('/data/rails', RailsReply)).reply,
    order: async (request) => {
      const { reply: challenge } = await call('/functions/captcha/proof', ProofNewReply, { body: {} })
      const payload = await answerProof(challenge)
      const { cookie } = await call('/functions/captcha/proof/check', Passed, { body: { payload } })
      const headers = { cookie, 'idempotency-key': randomUUID() }
      const ordered = await call('/functions/create-crypto-payment', CreatePaymentReply, {
        body: request,
        headers,
      })
      return ordered.reply.payment
    },
    paySimulated: async (paymentId) => {
      await call('/demo/wallet/pay', WalletPayReply, { body: { paymentId } })
    },
  }
}
