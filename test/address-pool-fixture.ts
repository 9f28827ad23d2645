import { beforeEach } from 'vitest'
import { DEMO_XPUBS } from '#server/chain/addresses/demo-xpubs.ts'
import { deriveAddress } from '#server/chain/addresses/derive-address.ts'
import { parseXpub, type Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { fillAddressPool } from '#server/address-pool/fill-address-pool.ts'
import { takeAddress } from '#server/address-pool/take-address.ts'
import { createSimChain, type SimChain } from '#server/demo/sim-chain.ts'
import { networksAll } from '#shared/address-form.ts'
import type { ChainId } from '#shared/chains.ts'
import { atoms } from '#shared/money.ts'
import { forgetOrders } from './order-fixture.ts'
import { testClock } from './test-clock.ts'
import { useTestDatabase } from './use-test-database.ts'

const NEVER = new Date(0)

/** An empty pool for each test, of an extended public key that two simulated chains share. */
export function useAddressPool() {
  const database = useTestDatabase()
  const xpub = demoXpub()
  let time: ReturnType<typeof testClock>
  let ethereum: SimChain
  let bsc: SimChain
  beforeEach(async () => {
    await forgetOrders(database.db)
    time = testClock()
    ethereum = createSimChain({ db: database.db, chain: 'ethereum', clock: time.clock })
    bsc = createSimChain({ db: database.db, chain: 'bsc', clock: time.clock })
    await database.db.deleteFrom('sim_transactions').execute()
  })
  return {
    database,
    xpub,
    get time() {
      return time
    },
    get ethereum() {
      return ethereum
    },
    get bsc() {
      return bsc
    },
    fill: (readers = [ethereum.reader, bsc.reader], size = 5, recheckBefore = NEVER) =>
      fillAddressPool({ db: database.db, clock: time.clock, xpub, readers }, { size, recheckBefore }),
    take: (chain: ChainId = 'ethereum') =>
      database.db.transaction().execute((tx) => takeAddress(tx, xpub.fingerprint, chain)),
    /** Pays the address of an index. */
    pay: (chain: SimChain, index: number) =>
      chain.pay({ address: deriveAddress(xpub, index), asset: 'USDT', atoms: atoms(1n), isGenuine: true }),
  }
}

function demoXpub(): Xpub {
  const parsed = parseXpub(DEMO_XPUBS.evm, { wallet: 'evm', outputNetworks: networksAll('regtest') })
  if (parsed.kind !== 'xpub') throw new Error(parsed.message)
  return parsed.xpub
}
