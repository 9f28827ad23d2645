import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import type { ChainId } from '#shared/chains.ts'
import { chainCases } from './chain-cases.ts'
import { expectNothingTwice } from './expect-order.ts'
import { faultCases } from './fault-cases.ts'
import { createLab, type Lab, type Rig, type Way } from './lab.ts'
import { paymentCases } from './payment-cases.ts'
import { quorumCases } from './quorum-cases.ts'
import { refundCases } from './refund-cases.ts'
import { openShop, type Shop } from './shop.ts'

/** What is known of a rail before its node runs, so that a case that does not apply is shown as skipped. */
interface WayCase {
  readonly way: string
  readonly many: boolean
}

const TOKEN = (way: string): WayCase => ({ way, many: true })
const COIN = (way: string): WayCase => ({ way, many: false })

/** Every rail of every chain, in each way it is paid. */
const WAYS: Readonly<Record<ChainId, readonly WayCase[]>> = {
  bitcoin: [TOKEN('bitcoin')],
  ethereum: [COIN('ethereum'), COIN('ethereum by a contract'), TOKEN('erc20'), TOKEN('usdc-ethereum')],
  bsc: [TOKEN('bep20')],
  tron: [TOKEN('trc20')],
  base: [TOKEN('usdc-base')],
  polygon: [TOKEN('usdc-polygon')],
}

export interface CaseSetting {
  readonly chain: ChainId
  readonly mempool: boolean
  readonly replacing: boolean
  /** Whether a node may be too old. */
  readonly age: boolean
  /** Whether a second node can be set. */
  readonly quorum: boolean
  readonly open: (shop: Shop) => Promise<Rig> | Rig
}

/** The whole suite over one chain and reader. One shop and one node serve all cases of a rail, as one shop serves all its buyers. */
export function runCases(name: string, setting: CaseSetting): void {
  describe.each(WAYS[setting.chain])(`${name}: $way`, ({ way: wayName, many }) => {
    const lab = useLab(setting)
    const way = (): Way => {
      const found = lab().ways.find((one) => one.name === wayName)
      if (found === undefined) throw new Error(`${lab().name} has no way ${wayName}`)
      return found
    }
    const { mempool, replacing, age, quorum } = setting
    paymentCases(lab, way, { many })
    chainCases(lab, way, { mempool, replacing })
    faultCases(lab, way, { age })
    if (quorum) quorumCases(lab, way, { mempool })
    refundCases(lab, way, { quorum })
  })
}

/** A shop and its chain for the tests beside the call; after each, what must always hold is held. */
export function useLab({ open }: Pick<CaseSetting, 'open'>): () => Lab {
  let lab: Lab
  beforeAll(async () => {
    const shop = await openShop()
    lab = createLab(shop, await open(shop))
    await lab.mine(12)
    await lab.look()
  })
  afterEach(async () => {
    await Promise.all(lab.faults.map((one) => one.heal()))
    await lab.lag(0)
    lab.restart()
    await expectNothingTwice(lab.shop)
  })
  afterAll(async () => {
    await lab.stop()
    await lab.shop.close()
  })
  return () => lab
}
