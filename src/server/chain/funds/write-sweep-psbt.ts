import { base64 } from '@scure/base'
import { hexToBytes } from '@noble/hashes/utils.js'
import { scriptOfAddress } from '#server/chain/addresses/bitcoin-address.ts'
import { derivePublicKey, redeemScriptOf } from '#server/chain/addresses/derive-address.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import type { BitcoinNetwork } from '#shared/address-form.ts'
import type { Atoms } from '#shared/money.ts'
import type { UnspentOutput } from './fund-reader.ts'
import { writePsbt, type PsbtInput } from './write-psbt.ts'

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
export function frameVbytes(to: string, network: BitcoinNetwork): bigint {
  // amount (8) || length of the script (1) || script
  return FRAME_VBYTES + 9n + BigInt(scriptOfAddress(to, network).length)
}

/** A transaction that moves outputs to one address. */
export interface SweepPsbtOrder {
  readonly xpub: Xpub
  readonly outputs: readonly (UnspentOutput & { readonly derivationIndex: number })[]
  readonly to: string
  /** What arrives. */
  readonly atoms: Atoms
  /**
   * Fingerprint of the wallet's master key, eight hexadecimal digits: paths then start at it, as hardware signers need. Null:
   * they start at the account.
   */
  readonly master: string | null
}

/**
 * Writes a partially signed Bitcoin transaction.
 *
 * @throws {RangeError} if `xpub` is not Bitcoin's, or `master` is given and the account's path is unknown.
 */
export function writeSweepPsbt({ xpub, outputs, to, atoms, master }: SweepPsbtOrder): {
  readonly binary: Uint8Array
  readonly base64: string
} {
  const network = xpub.bitcoinNetwork
  if (network === null) throw new RangeError('expected an extended public key of Bitcoin')
  if (master !== null && xpub.path === null)
    throw new RangeError("expected an account at m/purpose'/coin'/account'")
  const prefix = master === null ? [] : stepsOf(xpub.path ?? '')
  const fingerprint = hexToBytes(master ?? xpub.fingerprint)
  const inputs = outputs.map(({ address, derivationIndex, ...output }): PsbtInput => {
    const publicKey = derivePublicKey(xpub, derivationIndex)
    return {
      ...output,
      script: scriptOfAddress(address, network),
      redeemScript: xpub.script === 'p2sh-p2wpkh' ? redeemScriptOf(publicKey) : null,
      publicKey,
      fingerprint,
      path: [...prefix, 0, derivationIndex],
    }
  })
  const binary = writePsbt(inputs, [{ script: scriptOfAddress(to, network), atoms }])
  return { binary, base64: base64.encode(binary) }
}

/** `m/84'/0'/0'` as numbers. */
function stepsOf(path: string): readonly number[] {
  return path
    .split('/')
    .slice(1)
    .map((step) => Number.parseInt(step, 10) + (step.endsWith("'") ? HARDENED : 0))
}
