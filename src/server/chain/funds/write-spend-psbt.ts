import { base64 } from '@scure/base'
import { hexToBytes } from '@noble/hashes/utils.js'
import { scriptOfAddress, type AddressNetwork } from '#server/chain/addresses/bitcoin-address.ts'
import {
  addressNetworkOf,
  deriveChange,
  derivePublicKey,
  redeemScriptOf,
} from '#server/chain/addresses/derive-address.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { Atoms } from '#shared/money.ts'
import type { UnspentOutput } from './fund-reader.ts'
import { transactionId, writePsbt, type PsbtInput, type PsbtOutput } from './write-psbt.ts'

const HARDENED = 0x8000_0000
/** Virtual bytes of an input with its signature, rounded up. */
const INPUT_VBYTES = { p2wpkh: 68n, 'p2sh-p2wpkh': 91n } as const
/** Version, lock time, counts and the marker of witnesses, rounded up. */
const FRAME_VBYTES = 13n

/** Virtual bytes of an input of an account; others than Bitcoin's have none. */
export function inputVbytes({ script }: Pick<Xpub, 'script'>): bigint {
  return script === 'p2sh-p2wpkh' ? INPUT_VBYTES[script] : INPUT_VBYTES.p2wpkh
}

/** Virtual bytes of a transaction without its inputs. @param to the only address it pays. */
export function frameVbytes(to: string, network: AddressNetwork): bigint {
  return FRAME_VBYTES + outputVbytes(to, network)
}

/** Virtual bytes of an output: amount (8) || length of the script (1) || script. */
export function outputVbytes(to: string, network: AddressNetwork): bigint {
  return 9n + BigInt(scriptOfAddress(to, network).length)
}

/** An output that is spent, and whose key it needs. */
export interface SpentOutput extends UnspentOutput {
  /** Of a receiving address of the shop's account; null: the signer recognises the address. */
  readonly derivationIndex: number | null
}

/** A transaction that spends outputs. */
export interface SpendPsbtOrder {
  readonly xpub: Xpub
  readonly outputs: readonly SpentOutput[]
  readonly payments: readonly { readonly address: string; readonly atoms: Atoms }[]
  /**
   * Fingerprint of the wallet's master key, eight hexadecimal digits: paths then start at it, as hardware signers need. Null:
   * they start at the account.
   */
  readonly master: string | null
}

/** A partially signed transaction, and the id that it will have. */
export interface SpendPsbt {
  readonly binary: Uint8Array
  readonly base64: string
  readonly txHash: string
}

/**
 * Writes a partially signed Bitcoin transaction. What it pays to the account's own address for change is marked as such.
 *
 * @throws {RangeError} if the chain of `xpub` has no outputs, or `master` is given and the account's path is unknown.
 */
export function writeSpendPsbt({ xpub, outputs, payments, master }: SpendPsbtOrder): SpendPsbt {
  const network = addressNetworkOf(xpub)
  if (master !== null && xpub.path === null)
    throw new RangeError("expected an account at m/purpose'/coin'/account'")
  const prefix = master === null ? [] : stepsOf(xpub.path ?? '')
  const fingerprint = hexToBytes(master ?? xpub.fingerprint)
  const keyAt = (publicKey: Uint8Array, ...path: readonly number[]) => ({
    redeemScript: xpub.script === 'p2sh-p2wpkh' ? redeemScriptOf(publicKey) : null,
    origin: { publicKey, fingerprint, path: [...prefix, ...path] },
  })
  const inputs = outputs.map(({ address, derivationIndex, ...output }): PsbtInput => ({
    ...output,
    script: scriptOfAddress(address, network),
    ...(derivationIndex === null
      ? { redeemScript: null, origin: null }
      : keyAt(derivePublicKey(xpub, derivationIndex), 0, derivationIndex)),
  }))
  const change = deriveChange(xpub)
  const paid = payments.map(({ address, atoms }): PsbtOutput => ({
    script: scriptOfAddress(address, network),
    atoms,
    ...(address === change.address ? keyAt(change.publicKey, 1, 0) : {}),
  }))
  const binary = writePsbt(inputs, paid)
  return { binary, base64: base64.encode(binary), txHash: transactionId(inputs, paid) }
}

/** `m/84'/0'/0'` as numbers. */
function stepsOf(path: string): readonly number[] {
  return path
    .split('/')
    .slice(1)
    .map((step) => Number.parseInt(step, 10) + (step.endsWith("'") ? HARDENED : 0))
}
