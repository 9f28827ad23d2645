import { parseAmount } from '#shared/money.ts'
import { startAnvil } from '#test/nodes/anvil.ts'
import { findBitcoind, startBitcoind } from '#test/nodes/bitcoind.ts'
import { mine, sendEth } from '#test/nodes/evm-wallet.ts'

/** What is paid with in the proof. */
export type PaidNetwork = 'bitcoin' | 'ethereum'

/** Real nodes of test networks, on which a block with all open transactions is mined every second. */
export interface Chains {
  /** Of the shop. */
  readonly settings: Readonly<Record<string, string>>
  /** What buyers may pay with: without a bitcoind only ether. */
  readonly networks: readonly PaidNetwork[]
  /** Sends an amount such as `0.0213`. Returns the transaction's id. */
  pay(network: PaidNetwork, address: string, amount: string): Promise<string>
  /** What an address has received, in atoms; on Bitcoin in blocks. */
  receivedBy(network: PaidNetwork, address: string): Promise<bigint>
  stop(): Promise<void>
}

const BLOCK_EVERY_MS = 1_000

/** @param hasBitcoin whether a bitcoind takes part, if there is one for this machine. */
export async function startChains(hasBitcoin: boolean): Promise<Chains> {
  const anvil = await startAnvil({ slotsInAnEpoch: 1 })
  const bitcoind = hasBitcoin && (await findBitcoind()) !== null ? await startBitcoind({ blocks: 200 }) : null
  let mining = Promise.resolve()
  let failure: unknown = null
  let isMining = false
  const timer = setInterval(() => {
    // a slow computer has fewer blocks: payments would wait behind those that are due
    if (isMining) return
    isMining = true
    mining = mining
      .then(async () => {
        await mine(anvil)
        await bitcoind?.mine()
      })
      .catch((error: unknown) => {
        failure ??= error
      })
      .finally(() => (isMining = false))
  }, BLOCK_EVERY_MS)
  const send = (network: PaidNetwork, address: string, amount: string) => {
    if (network === 'ethereum') return sendEth(anvil, address, parseAmount(amount, 18))
    if (bitcoind === null) throw new Error('expected a bitcoind')
    return bitcoind.send({ address, sats: parseAmount(amount, 8) })
  }
  return {
    settings: {
      KEYHOLD_ETHEREUM_RPC: anvil.url,
      KEYHOLD_ETHEREUM_CHAIN_ID: String(anvil.chainId),
      ...(bitcoind === null ? {} : { KEYHOLD_BITCOIN_RPC: bitcoind.url, KEYHOLD_BITCOIN_NETWORK: 'regtest' }),
    },
    networks: bitcoind === null ? ['ethereum'] : ['bitcoin', 'ethereum'],
    async pay(network, address, amount) {
      // one transaction at a time: two at once choose the same coins, or the same number
      const sent = mining.then(() => send(network, address, amount))
      mining = sent.then(
        () => undefined,
        () => undefined,
      )
      return sent
    },
    async receivedBy(network, address) {
      if (network === 'ethereum')
        return BigInt(String(await anvil.rpc('eth_getBalance', [address, 'latest'])))
      const found = await bitcoind?.rpc<{ total_amount: number }>('scantxoutset', [
        'start',
        [`addr(${address})`],
      ])
      return parseAmount((found?.total_amount ?? 0).toFixed(8), 8)
    },
    async stop() {
      clearInterval(timer)
      await mining
      await Promise.all([anvil.stop(), bitcoind?.stop()])
      if (failure !== null) throw new Error('expected blocks to be mined', { cause: failure })
    },
  }
}
