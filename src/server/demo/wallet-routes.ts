import type { Db } from '#server/db/database.ts'
import { CallError, type App } from '#server/http/app.ts'
import {
  WalletChainReply,
  WalletMineRequest,
  WalletPayReply,
  WalletPayRequest,
  WalletReorgRequest,
} from '#shared/demo-wallet-api.ts'
import { atoms } from '#shared/money.ts'
import type { ChainId } from '#shared/chains.ts'
import { railOf } from '#shared/rails.ts'
import type { SimChain } from './sim-chain.ts'
import { railOfOrder, walletTransfer, type WalletOrder } from './wallet-transfer.ts'

interface WalletDeps {
  readonly db: Db
  /** Null for a chain that is read from real nodes. */
  readonly simChain: (chain: ChainId) => SimChain | null
  /** Makes the shop poll a chain at once. */
  readonly nudge: (chain: ChainId) => Promise<void>
}

/** Routes of the demo's wallet: pays on the simulated chains and adds blocks. */
export function demoWalletRoutes(app: App, { db, simChain, nudge }: WalletDeps): void {
  const simulated = (chain: ChainId): SimChain => {
    const found = simChain(chain)
    if (found !== null) return found
    const message = `${chain} is a real network here: pay with a wallet of it. This page moves simulated chains only.`
    throw new CallError(409, 'RAIL_UNAVAILABLE', message)
  }

  app.post(
    '/demo/wallet/pay',
    { schema: { body: WalletPayRequest, response: { 200: WalletPayReply } } },
    async ({ body }) => {
      const order = await readOrder(db, body.paymentId)
      const rail = railOfOrder(order)
      const target = simulated(railOf(body.network ?? rail.network).chain)
      const sent = (await simChain(rail.chain)?.sentTo(order.payment_address, rail.asset)) ?? 0n
      const stillDue = atoms(order.due_atoms > sent ? order.due_atoms - sent : 0n)
      const transfer = walletTransfer(order, body, stillDue)
      if (transfer.kind === 'amount-invalid') throw new CallError(400, 'BAD_REQUEST', transfer.message)
      if (transfer.kind === 'impossible') throw new CallError(409, 'RAIL_MISMATCH', transfer.message)
      const { txHash } = await target.pay(transfer.payment)
      await nudge(target.chain)
      return { txHash }
    },
  )

  app.post(
    '/demo/wallet/mine',
    { schema: { body: WalletMineRequest, response: { 200: WalletChainReply } } },
    async ({ body: { network, blocks } }) => {
      const chain = simulated(railOf(network).chain)
      const { height } = await chain.mine(blocks)
      await nudge(chain.chain)
      return { height }
    },
  )

  app.post(
    '/demo/wallet/reorg',
    { schema: { body: WalletReorgRequest, response: { 200: WalletChainReply } } },
    async ({ body: { network, depth, keep } }) => {
      const chain = simulated(railOf(network).chain)
      const { height } = await chain.reorg({ depth, keep })
      await nudge(chain.chain)
      return { height }
    },
  )
}

async function readOrder(db: Db, paymentId: string): Promise<WalletOrder> {
  const order = await db
    .selectFrom('payments')
    .select(['id', 'crypto_network', 'payment_address', 'due_atoms', 'price_usd_cents', 'expires_at'])
    .where('id', '=', paymentId)
    .executeTakeFirst()
  if (order === undefined) throw new CallError(404, 'PAYMENT_NOT_FOUND', 'There is no payment with this id.')
  return order
}
