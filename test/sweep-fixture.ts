import { HDKey } from '@scure/bip32'
import { deriveAddress } from '#server/chain/addresses/derive-address.ts'
import { parseXpub, type Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { Db } from '#server/db/database.ts'
import { railOf, type NetworkId, type Rail } from '#shared/rails.ts'
import { insertCursor, insertTransfer } from './insert-transfer.ts'
import { insertPayment } from './insert-payment.ts'
import { networksAll } from '#shared/address-form.ts'

/** The owner's wallet, which is never on the machine of the shop: its seed, and the account that the shop derives from. */
export interface OwnersWallet {
  readonly master: HDKey
  readonly account: HDKey
  readonly xpub: Xpub
  /** The private key of the receiving address 0/index. */
  readonly privateKey: (index: number) => Uint8Array
  readonly address: (index: number) => string
}

const TEST_VERSIONS = { public: 0x043587cf, private: 0x04358394 }

/** @param path of the account, such as `m/84'/1'/0'`. */
export function ownersWallet(path: string, wallet: Xpub['wallet']): OwnersWallet {
  const seed = new Uint8Array(32).fill(path.length)
  const master = HDKey.fromMasterSeed(seed, wallet === 'bitcoin' ? TEST_VERSIONS : undefined)
  const account = master.derive(path)
  const parsed = parseXpub(account.publicExtendedKey, { wallet, outputNetworks: networksAll('regtest') })
  if (parsed.kind !== 'xpub') throw new Error(parsed.message)
  return {
    master,
    account,
    xpub: parsed.xpub,
    privateKey: (index) => {
      const { privateKey } = account.derive(`m/0/${String(index)}`)
      if (privateKey === null) throw new Error('expected a private key')
      return privateKey
    },
    address: (index) => deriveAddress(parsed.xpub, index),
  }
}

/** Money that arrived on chain, as the shop's reader stores it. */
export interface Arrival {
  readonly index: number
  readonly network: NetworkId
  readonly atoms: bigint
  readonly txHash: string
  readonly outputIndex?: number
  readonly outputs?: number
  readonly height: number
  readonly status?: string
}

const AT = new Date('2026-11-20T12:00:00Z')

/** The height up to which a chain is final in the tests. */
export const FINAL_HEIGHT = 1_000_000

/** Stores an order and the transfer that paid it. */
export async function storeArrival(db: Db, wallet: OwnersWallet, arrival: Arrival): Promise<string> {
  const rail = railOf(arrival.network)
  await db
    .insertInto('wallets')
    .values({ fingerprint: wallet.xpub.fingerprint, wallet: rail.wallet })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await storeCursor(db, rail)
  const address = wallet.address(arrival.index)
  const status = arrival.status ?? 'confirmed'
  const payment_id = await insertPayment(db, {
    wallet: rail.wallet,
    wallet_fingerprint: wallet.xpub.fingerprint,
    derivation_index: arrival.index,
    payment_address: address,
    crypto_type: rail.coin,
    crypto_network: rail.network,
    status,
    is_simulated: false,
    confirmed_at: status === 'confirmed' ? new Date('2026-11-20T12:30:00Z') : null,
  })
  await insertTransfer(db, {
    chain: rail.chain,
    tx_hash: arrival.txHash,
    output_index: arrival.outputIndex ?? 0,
    outputs: arrival.outputs ?? 1,
    address,
    payment_id,
    asset: rail.asset,
    atoms: arrival.atoms,
    seen_at: AT,
    block_height: arrival.height,
    block_hash: `block ${String(arrival.height)}`,
    block_at: AT,
  })
  return payment_id
}

async function storeCursor(db: Db, { chain }: Rail): Promise<void> {
  await insertCursor(db, { chain, height: FINAL_HEIGHT, finalized_height: FINAL_HEIGHT, at: AT })
}

/** The column of a CSV export by the address of the line. */
export function columnByAddress(
  lines: readonly string[],
  name: string,
  asset: string,
): ReadonlyMap<string, string> {
  const [heading = '', ...rest] = lines
  const at = (column: string) => heading.split(',').indexOf(column)
  return new Map(
    rest
      .map((line) => line.split(','))
      .filter((cells) => cells[at('asset')] === asset)
      .map((cells) => [cells[at('address')] ?? '', cells[at(name)] ?? '']),
  )
}
