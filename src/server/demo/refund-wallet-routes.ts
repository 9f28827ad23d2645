import type { Db } from '#server/db/database.ts'
import { CallError, type App } from '#server/http/app.ts'
import { WalletPayReply, WalletRefundRequest } from '#shared/demo-wallet-api.ts'
import { AmountFormatError, atoms, parseAmount, type Atoms } from '#shared/money.ts'
import { decimalsOf, type Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import type { SimChain } from './sim-chain.ts'

interface RefundWallet {
  readonly db: Db
  /** Null for a chain that is read from real nodes. */
  readonly simChain: (chain: ChainId) => SimChain | null
  /** Makes the shop poll a chain at once. */
  readonly nudge: (chain: ChainId) => Promise<void>
}

/** The route by which staff of a demo pay a refund on its simulated chain; a person then records the transaction. */
export function demoRefundRoutes(app: App, { db, simChain, nudge }: RefundWallet): void {
  app.post(
    '/demo/wallet/refund',
    { schema: { body: WalletRefundRequest, response: { 200: WalletPayReply } } },
    async ({ body: { refundId, amount } }) => {
      const refund = await db
        .selectFrom('refunds')
        .select(['chain', 'asset', 'address', 'owed_atoms'])
        .where('id', '=', refundId)
        .executeTakeFirst()
      if (refund?.address == null) throw new CallError(404, 'REFUND_NOT_FOUND', 'There is no such refund.')
      // the schema's checks know chains and assets
      const [chain, asset] = [refund.chain as ChainId, refund.asset as Asset]
      const sim = simChain(chain)
      if (sim === null) {
        throw new CallError(
          409,
          'RAIL_UNAVAILABLE',
          `${chain} is a real network here: pay with a wallet of it.`,
        )
      }
      const sum = amount === undefined ? owed(refund.owed_atoms) : read(amount, decimalsOf(chain, asset))
      const { txHash } = await sim.pay({ address: refund.address, asset, isGenuine: true, atoms: sum })
      await nudge(chain)
      return { txHash }
    },
  )
}

function owed(sum: bigint | null): Atoms {
  if (sum !== null) return atoms(sum)
  throw new CallError(409, 'REFUND_QUOTE_NEEDED', 'What is owed is not known yet: ask for its quote first.')
}

function read(amount: string, decimals: number): Atoms {
  try {
    const sum = parseAmount(amount, decimals)
    if (sum > 0n) return sum
  } catch (error) {
    if (!(error instanceof AmountFormatError)) throw error
  }
  throw new CallError(
    400,
    'BAD_REQUEST',
    `amount: expected a decimal above 0 with ${String(decimals)} decimals`,
  )
}
