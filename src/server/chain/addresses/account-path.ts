import type { HDKey } from '@scure/bip32'
import { walletKind, type Wallet } from '#shared/chains.ts'
import type { OutputNetwork } from '#shared/address-form.ts'

/** The kind of address that is derived from an extended public key. */
export type AddressScript = 'p2wpkh' | 'p2sh-p2wpkh' | 'evm' | 'tron'

const HARDENED = 0x8000_0000

interface Account {
  readonly wallet: Wallet
  readonly script: AddressScript
  /** Null for a wallet without test networks. */
  readonly network: OutputNetwork | null
}

/** The purpose of each kind of address: BIP-84, BIP-49 and BIP-44. */
const PURPOSES: Readonly<Record<AddressScript, number>> = {
  p2wpkh: 84,
  'p2sh-p2wpkh': 49,
  evm: 44,
  tron: 44,
}

/**
 * The path of an account's extended public key, by the standard of its kind: `m/84'/0'/0'`. The key itself only says its
 * depth and its own number, so another path is possible if its wallet does not follow the standard.
 *
 * @returns null if the depth or number fits no standard.
 * Source: BIP-44, BIP-49, BIP-84, SLIP-44; Electrum's own wallets have `m/0'`.
 */
export function accountPath(
  { depth, index }: Pick<HDKey, 'depth' | 'index'>,
  { wallet, script, network }: Account,
): string | null {
  if (index < HARDENED) return null
  const account = `${String(index - HARDENED)}'`
  if (depth === 1) return `m/${account}`
  if (depth !== 3) return null
  return `m/${String(PURPOSES[script])}'/${String(coinTypeOf(wallet, network))}'/${account}`
}

/** The coin's number of SLIP-44; all test networks have the same. */
function coinTypeOf(wallet: Wallet, network: OutputNetwork | null): number {
  return network === null || network === 'mainnet' ? walletKind(wallet).coinType : 1
}

/** The path of a receiving address, `m/84'/0'/0'/0/7`; from the account on (`0/7`) if the account's path is unknown. */
export function addressPath({ path }: { readonly path: string | null }, index: number): string {
  return `${path === null ? '' : `${path}/`}0/${String(index)}`
}
