import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { walletKindOf, type ChainId } from '#shared/chains.ts'
import { chainCases } from './chain-cases.ts'
import { expectNothingTwice } from './expect-order.ts'
import { faultCases } from './fault-cases.ts'
import { claimCases, missedClaimCases } from './claim-cases.ts'
import { createLab, type Lab, type Rig, type Way } from './lab.ts'
import { missingLogCases } from './missing-log-cases.ts'
import { amountCases, paymentCases } from './payment-cases.ts'
import { quorumCases } from './quorum-cases.ts'
import { refusedReadCases } from './refused-read-cases.ts'
import { refundCases } from './refund-cases.ts'
import { openShop, type Shop } from './shop.ts'

/** The facts about a rail that are known before its node runs, so that a case that does not apply is no test. */
interface WayCase {
  readonly way: string
  readonly many: boolean
}

const TOKEN = (way: string): WayCase => ({ way, many: true })
const COIN = (way: string): WayCase => ({ way, many: false })

/** Every rail of every chain, with each way to pay it. */
const WAYS: Readonly<Record<ChainId, readonly WayCase[]>> = {
  bitcoin: [TOKEN('bitcoin')],
  litecoin: [TOKEN('litecoin')],
  ethereum: [
    COIN('ethereum'),
    COIN('ethereum by a contract'),
    TOKEN('erc20'),
    TOKEN('usdc-ethereum'),
    TOKEN('eurc-ethereum'),
  ],
  bsc: [TOKEN('bep20')],
  tron: [TOKEN('trc20')],
  base: [TOKEN('usdc-base'), TOKEN('eurc-base')],
  polygon: [TOKEN('usdc-polygon')],
}

export interface CaseSetting {
  readonly chain: ChainId
  readonly mempool: boolean
  readonly replacing: boolean
  /** Whether a node's newest block can be too old. */
  readonly age: boolean
  /** Whether a second node can be configured. */
  readonly quorum: boolean
  /** The ways on which every case is run, all unless told otherwise; on the others those of payments are. */
  readonly wholeWays?: readonly string[]
  /** Those that differ from another way of the same chain by their contract alone: right money and other money tell them apart. */
  readonly briefWays?: readonly string[]
  readonly open: (shop: Shop) => Promise<Rig> | Rig
}

/** Runs the whole suite over one chain and reader. One shop and one node serve all cases of a rail, as one shop serves all its buyers. */
export function runCases(name: string, setting: CaseSetting): void {
  describe.each(WAYS[setting.chain])(`${name}: $way`, ({ way: wayName, many }) => {
    const lab = useLab(setting)
    const way = (): Way => {
      const found = lab().ways.find((one) => one.name === wayName)
      if (found === undefined) throw new Error(`${lab().name} has no way ${wayName}`)
      return found
    }
    const { mempool, replacing, age, quorum, briefWays = [], wholeWays } = setting
    paymentCases(lab, way)
    if (briefWays.includes(wayName)) return
    amountCases(lab, way, { many })
    if (wholeWays?.includes(wayName) === false) return
    chainCases(lab, way, { mempool, replacing })
    faultCases(lab, way, { age })
    if (quorum) quorumCases(lab, way, { mempool, many })
    if (!walletKindOf(setting.chain).spendsOutputs) {
      refusedReadCases(lab, way)
      if (many) missingLogCases(lab, way)
      if (many) missedClaimCases(lab, way)
    }
    if (!wayName.endsWith('by a contract')) claimCases(lab, way)
    refundCases(lab, way, { quorum, counterfeits: many && !walletKindOf(setting.chain).spendsOutputs })
  })
}

/**
 * Opens a shop and its chain for the tests of the calling suite, and others for the remaining tests once that chain is
 * long; checks the invariants after each test.
 */
export function useLab({ open }: Pick<CaseSetting, 'open'>): () => Lab {
  let lab: Lab
  let firstHeight = 0
  const start = async () => {
    const shop = await openShop()
    lab = createLab(shop, await open(shop))
    firstHeight = await lab.height()
    await lab.mine(12)
    await lab.look()
  }
  const end = async () => {
    await lab.stop()
    await lab.shop.close()
  }
  beforeAll(start)
  afterEach(async () => {
    await Promise.all(lab.faults.map((one) => one.repair()))
    await lab.lag(0)
    lab.restart()
    await expectNothingTwice(lab.shop)
    await endMonitoring(lab.shop)
    if ((await lab.height()) - firstHeight < lab.blocksAtMost) return
    await end()
    await start()
  })
  afterAll(end)
  return () => lab
}

/** Makes all orders as old as those that are not monitored: what a poll costs does not grow with the tests before it. */
async function endMonitoring({ db }: Shop): Promise<void> {
  await sql`
    update payments set is_final = true, created_at = created_at - interval '15 days',
      expires_at = expires_at - interval '15 days'`.execute(db)
}
