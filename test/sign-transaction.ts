import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { parseTransaction, serializeTransaction, type Hex, type TransactionSerializableEIP1559 } from 'viem'

/** A transaction of a plan, as its file has it. */
export interface UnsignedFile {
  readonly from: string
  readonly transaction: Readonly<Record<string, unknown>>
  readonly unsigned: Hex
  readonly signingHash: Hex
}

/** Signs an EVM transaction from its bytes alone, by another implementation than the one that wrote it. */
export function signTransaction({ unsigned, signingHash }: UnsignedFile, privateKey: Uint8Array): Hex {
  const parsed = parseTransaction(unsigned) as TransactionSerializableEIP1559
  const hash = hexToBytes(signingHash.slice(2))
  const bytes = secp256k1.sign(hash, privateKey, { prehash: false, format: 'recovered' })
  const { r, s, recovery = 0 } = secp256k1.Signature.fromBytes(bytes, 'recovered')
  const hex = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
  return serializeTransaction(parsed, { r: hex(r), s: hex(s), yParity: recovery })
}
