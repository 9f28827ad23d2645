import type { HDKey } from '@scure/bip32'
import type { BitcoinNetwork } from '#shared/address-form.ts'

/** The kind of address that is derived from an extended public key. */
export type AddressScript = 'p2wpkh' | 'p2sh-p2wpkh' | 'evm' | 'tron'

const HARDENED = 0x8000_0000

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
  script: AddressScript,
  network: BitcoinNetwork | null,
): string | null {
  if (index < HARDENED) return null
  const account = `${String(index - HARDENED)}'`
  if (depth === 1) return `m/${account}`
  if (depth !== 3) return null
  return `m/${String(PURPOSES[script])}'/${String(coinTypeOf(script, network))}'/${account}`
}

/** The coin's number of SLIP-44. */
function coinTypeOf(script: AddressScript, network: BitcoinNetwork | null): number {
  if (script === 'evm') return 60
  if (script === 'tron') return 195
  return network === 'mainnet' ? 0 : 1
}

/** The path of a receiving address, `m/84'/0'/0'/0/7`; from the account on (`0/7`) if the account's path is unknown. */
export function addressPath({ path }: { readonly path: string | null }, index: number): string {
  return `${path === null ? '' : `${path}/`}0/${String(index)}`
}
