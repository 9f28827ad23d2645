import type { Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import type { Rail } from '#shared/rails.ts'
import type { PayTarget } from '#shared/wallet-link.ts'

/** The settings of the chains, as far as a wallet must know them. */
export type PayTargetSettings = Readonly<
  Record<
    ChainId,
    {
      readonly isSimulated: boolean
      readonly chainId: number | null
      readonly tokens: readonly { readonly asset: Asset; readonly contract: string }[]
    }
  >
>

/** The chain and contract that a rail's wallet links name. A simulated chain has neither: no wallet may send to it. */
export function payTargetOf(chains: PayTargetSettings, rail: Rail): PayTarget {
  const { isSimulated, chainId, tokens } = chains[rail.chain]
  if (isSimulated) return { chainId: null, contract: null }
  return { chainId, contract: tokens.find(({ asset }) => asset === rail.asset)?.contract ?? null }
}
