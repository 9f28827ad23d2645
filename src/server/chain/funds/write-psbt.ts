import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** A key that a signer has, and where. */
interface KeyOrigin {
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array
  /** Fingerprint of the key the path starts at, 4 bytes. */
  readonly fingerprint: Uint8Array
  /** Numbers of the path; hardened ones from 2^31 on. */
  readonly path: readonly number[]
}

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
  /** Null: the signer recognises the script. */
  readonly origin: KeyOrigin | null
}

export interface PsbtOutput {
  readonly script: Uint8Array
  readonly atoms: bigint
  /** Of change: the script behind a P2SH output, and its key, by which the signer knows that it gets it back itself. */
  readonly redeemScript?: Uint8Array | null
  readonly origin?: KeyOrigin | null
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
    // PSBT_IN_BIP32_DERIVATION = 0x06
    if (input.origin !== null) parts.push(derivation(0x06, input.origin))
    parts.push(END_OF_MAP)
  }
  for (const { redeemScript = null, origin = null } of outputs) {
    // PSBT_OUT_REDEEM_SCRIPT = 0x00, PSBT_OUT_BIP32_DERIVATION = 0x02
    if (redeemScript !== null) parts.push(pair(Uint8Array.of(0x00), redeemScript))
    if (origin !== null) parts.push(derivation(0x02, origin))
    parts.push(END_OF_MAP)
  }
  return concatBytes(...parts)
}

/**
 * The id that the transaction will have, since its inputs are segregated witnesses: double SHA-256 of the transaction without
 * them, in reverse byte order. Source: BIP-141; BIP-49 for the script behind P2SH, which is the signature script.
 */
export function transactionId(inputs: readonly PsbtInput[], outputs: readonly PsbtOutput[]): string {
  return bytesToHex(sha256(sha256(unsignedTransaction(inputs, outputs, true))).reverse())
}

/** Type || public key: fingerprint (4) || path (4 each). */
function derivation(type: number, { publicKey, fingerprint, path }: KeyOrigin): Uint8Array {
  const steps = path.map((step) => littleEndian(BigInt(step), 4))
  return pair(concatBytes(Uint8Array.of(type), publicKey), concatBytes(fingerprint, ...steps))
}

const END_OF_MAP = Uint8Array.of(0x00)

/** Key length || key || value length || value. */
function pair(key: Uint8Array, value: Uint8Array): Uint8Array {
  return concatBytes(compactSize(key.length), key, compactSize(value.length), value)
}

/** Version (4) || inputs || outputs || lock time (4), without witnesses; signature scripts are empty unless `isFinal`. */
function unsignedTransaction(
  inputs: readonly PsbtInput[],
  outputs: readonly PsbtOutput[],
  isFinal = false,
): Uint8Array {
  return concatBytes(
    littleEndian(2n, 4),
    compactSize(inputs.length),
    ...inputs.map(({ txHash, index, redeemScript }) =>
      concatBytes(
        hexToBytes(txHash).reverse(),
        littleEndian(BigInt(index), 4),
        isFinal && redeemScript !== null ? signatureScript(redeemScript) : compactSize(0),
        littleEndian(BigInt(SEQUENCE), 4),
      ),
    ),
    compactSize(outputs.length),
    ...outputs.map(outputBytes),
    littleEndian(0n, 4),
  )
}

/** Length || push of the redeem script. */
function signatureScript(redeemScript: Uint8Array): Uint8Array {
  const push = concatBytes(compactSize(redeemScript.length), redeemScript)
  return concatBytes(compactSize(push.length), push)
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
