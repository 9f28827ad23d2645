import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** An output to be spent, with what an offline signer needs to recognise it. */
export interface PsbtInput {
  /** As shown, in reverse byte order. */
  readonly txHash: string
  readonly index: number
  readonly atoms: bigint
  /** The script that the output pays to. */
  readonly script: Uint8Array
  /** The script behind a P2SH output; null otherwise. */
  readonly redeemScript: Uint8Array | null
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array
  /** Fingerprint of the key the path starts at, 4 bytes. */
  readonly fingerprint: Uint8Array
  /** Numbers of the path; hardened ones from 2^31 on. */
  readonly path: readonly number[]
}

export interface PsbtOutput {
  readonly script: Uint8Array
  readonly atoms: bigint
}

/** Signals that the transaction may be replaced by one with a higher fee. Source: BIP-125. */
const SEQUENCE = 0xfffffffd

/**
 * Writes a partially signed transaction, version 0: the unsigned transaction, and for each input the output it spends and the
 * path of its key. It holds public data only.
 *
 * Source: BIP-174.
 */
export function writePsbt(inputs: readonly PsbtInput[], outputs: readonly PsbtOutput[]): Uint8Array {
  // magic "psbt" || 0xff
  const parts: Uint8Array[] = [utf8ToBytes('psbt'), Uint8Array.of(0xff)]
  // PSBT_GLOBAL_UNSIGNED_TX = 0x00
  parts.push(pair(Uint8Array.of(0x00), unsignedTransaction(inputs, outputs)), END_OF_MAP)
  for (const input of inputs) {
    // PSBT_IN_WITNESS_UTXO = 0x01: amount (8) || script
    parts.push(pair(Uint8Array.of(0x01), outputBytes(input)))
    // PSBT_IN_REDEEM_SCRIPT = 0x04
    if (input.redeemScript !== null) parts.push(pair(Uint8Array.of(0x04), input.redeemScript))
    // PSBT_IN_BIP32_DERIVATION = 0x06 || public key: fingerprint (4) || path (4 each)
    const path = concatBytes(input.fingerprint, ...input.path.map((step) => littleEndian(BigInt(step), 4)))
    parts.push(pair(concatBytes(Uint8Array.of(0x06), input.publicKey), path), END_OF_MAP)
  }
  for (const _ of outputs) parts.push(END_OF_MAP)
  return concatBytes(...parts)
}

const END_OF_MAP = Uint8Array.of(0x00)

/** Key length || key || value length || value. */
function pair(key: Uint8Array, value: Uint8Array): Uint8Array {
  return concatBytes(compactSize(key.length), key, compactSize(value.length), value)
}

/** Version (4) || inputs || outputs || lock time (4), without witnesses and with empty signature scripts. */
function unsignedTransaction(inputs: readonly PsbtInput[], outputs: readonly PsbtOutput[]): Uint8Array {
  return concatBytes(
    littleEndian(2n, 4),
    compactSize(inputs.length),
    ...inputs.map(({ txHash, index }) =>
      concatBytes(
        hexToBytes(txHash).reverse(),
        littleEndian(BigInt(index), 4),
        compactSize(0),
        littleEndian(BigInt(SEQUENCE), 4),
      ),
    ),
    compactSize(outputs.length),
    ...outputs.map(outputBytes),
    littleEndian(0n, 4),
  )
}

function outputBytes({ atoms, script }: PsbtOutput): Uint8Array {
  return concatBytes(littleEndian(atoms, 8), compactSize(script.length), script)
}

function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value)
  if (value <= 0xffff) return concatBytes(Uint8Array.of(0xfd), littleEndian(BigInt(value), 2))
  return concatBytes(Uint8Array.of(0xfe), littleEndian(BigInt(value), 4))
}

function littleEndian(value: bigint, bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
}
