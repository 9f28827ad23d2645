import { startBitcoind, type Bitcoind } from './bitcoind.ts'
import { walletRpc } from './wallet-rpc.ts'

type Rpc = ReturnType<typeof walletRpc>

/** A litecoind whose blocks end with the transaction of the extension block (MWEB). */
export interface Litecoind extends Bitcoind {
  /** Acts with a second wallet, whose money is in the extension block. */
  hidden<Answer>(step: (rpc: Rpc) => Promise<Answer>): Promise<Answer>
}

/** The first block that may end with that transaction; money must go into it. */
const MWEB_HEIGHT = 432
const HIDDEN = 'hidden'

/** Starts a litecoind in regtest, mines until extension blocks are active, and moves money into the first one. */
export async function startLitecoind(): Promise<Litecoind> {
  const node = await startBitcoind({ chain: 'litecoin', blocks: MWEB_HEIGHT - 2 })
  // with two wallets loaded, calls that name none are refused
  async function hidden<Answer>(step: (rpc: Rpc) => Promise<Answer>): Promise<Answer> {
    await node.rpc('loadwallet', [HIDDEN])
    try {
      return await step(walletRpc(node, HIDDEN))
    } finally {
      await node.rpc('unloadwallet', [HIDDEN])
    }
  }
  try {
    await node.rpc('createwallet', [HIDDEN])
    await node.rpc('unloadwallet', [HIDDEN])
    const address = await hidden((rpc) => rpc<string>('getnewaddress', ['', 'bech32']))
    await node.send({ address, sats: 200_000_000n })
    await node.mine()
    await hidden(async (rpc) => rpc('sendtoaddress', [await rpc<string>('getnewaddress', ['', 'mweb']), 1.5]))
    await node.mine()
  } catch (error) {
    await node.stop()
    throw error
  }
  return { ...node, hidden }
}
