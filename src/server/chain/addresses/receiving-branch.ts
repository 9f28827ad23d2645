import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { HDKey } from '@scure/bip32'
import { hmacWith } from '#server/runtime/hmac.ts'

/** The branch of receiving addresses of an account. */
export interface ReceivingBranch {
  /**
   * The uncompressed public key of a child: 0x04 (1) || x (32) || y (32).
   *
   * @param index 0 to 2^31 − 1; public derivation has no hardened children.
   */
  publicKeyAt(index: number): Uint8Array
}

const { Point } = secp256k1
const INDEX_END = 2 ** 31

/**
 * Opens the branch account/0. A child takes half the time that `HDKey` needs for one: nothing here is secret, so the
 * multiplication need not take the same time for every number.
 *
 * Source: BIP-32, CKDpub.
 */
export function openReceivingBranch(account: HDKey): ReceivingBranch {
  const { publicKey, chainCode } = account.deriveChild(0)
  if (publicKey === null || chainCode === null)
    throw new Error('expected a key from which others are derived')
  return new Branch(publicKey, chainCode)
}

/** A class, so that two branches of the same key are equal. */
class Branch implements ReceivingBranch {
  readonly publicKey: Uint8Array
  readonly chainCode: Uint8Array
  readonly #parent: InstanceType<typeof Point>

  constructor(publicKey: Uint8Array, chainCode: Uint8Array) {
    this.publicKey = publicKey
    this.chainCode = chainCode
    this.#parent = Point.fromBytes(publicKey)
  }

  publicKeyAt(index: number): Uint8Array {
    if (!Number.isInteger(index) || index < 0 || index >= INDEX_END) {
      throw new RangeError(`expected an index from 0 to 2147483647, got ${String(index)}`)
    }
    // I_L (32) || the chain code of the child (32)
    const hmac = hmacWith('sha512', this.chainCode).update(this.publicKey)
    const tweak = hmac.update(bigEndian(index)).digest().subarray(0, 32)
    const number = Point.Fn.fromBytes(tweak, true)
    // BIP-32 goes on with the next index if there is no such key; the chance is 1 in 2^127
    if (!Point.Fn.isValid(number)) return this.publicKeyAt(index + 1)
    const child = this.#parent.add(Point.BASE.multiplyUnsafe(number))
    return child.is0() ? this.publicKeyAt(index + 1) : child.toBytes(false)
  }
}

/** 4 bytes. */
function bigEndian(index: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, index)
  return bytes
}
