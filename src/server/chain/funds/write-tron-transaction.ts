import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Block } from '#server/chain/chain-reader.ts'
import { tronToHex } from '#server/chain/addresses/tron-address.ts'
import { transferCall } from './write-evm-transaction.ts'
import type { AccountTransfer, TransferFee, UnsignedTransaction } from './fund-reader.ts'

/** Numbers of `protocol.Transaction.Contract.ContractType`. */
const KINDS = { TransferContract: 1, TriggerSmartContract: 31 } as const

/** What a Tron transaction consists of besides its transfer. */
export interface TronTransactionContext {
  readonly fee: TransferFee
  /** Contract of the token, in Tron's format; null: TRX. */
  readonly contract: string | null
  /** A recent final block: the transaction is valid only on a chain that has it. */
  readonly reference: Block
  readonly now: Date
  /** A node refuses a transaction that expires more than a day after its head. */
  readonly validUntil: Date
}

/**
 * Writes an unsigned transaction as Tron's signers take it: `raw_data`, its bytes in Protocol Buffers, and its id, which is
 * their SHA-256 and what the signature covers.
 *
 * Source: tronprotocol/protocol, core/Tron.proto and core/contract/*.proto.
 */
export function writeTronTransaction(
  { from, to, atoms }: AccountTransfer,
  { fee, contract, reference, now, validUntil }: TronTransactionContext,
): UnsignedTransaction {
  const kind = contract === null ? 'TransferContract' : 'TriggerSmartContract'
  const owner = accountBytes(from)
  const data = contract === null ? '' : transferCall(tronToHex(to), atoms).slice(2)
  const call =
    contract === null
      ? // owner (1) || to (2) || amount (3)
        concatBytes(bytesField(1, owner), bytesField(2, accountBytes(to)), numberField(3, atoms))
      : // owner (1) || contract (2) || data (4)
        concatBytes(
          bytesField(1, owner),
          bytesField(2, accountBytes(contract)),
          bytesField(4, hexToBytes(data)),
        )
  const typeUrl = `type.googleapis.com/protocol.${kind}`
  // google.protobuf.Any: type url (1) || value (2)
  const parameter = concatBytes(bytesField(1, utf8ToBytes(typeUrl)), bytesField(2, call))
  const contractBytes = concatBytes(numberField(1, BigInt(KINDS[kind])), bytesField(2, parameter))
  const refBytes = heightBytes(reference.height).subarray(6, 8)
  const refHash = hexToBytes(reference.hash.slice(2)).subarray(8, 16)
  const expiration = validUntil.getTime()
  const feeLimit = contract === null ? 0n : fee.limit * fee.perUnit
  const raw = concatBytes(
    bytesField(1, refBytes),
    bytesField(4, refHash),
    numberField(8, BigInt(expiration)),
    bytesField(11, contractBytes),
    numberField(14, BigInt(now.getTime())),
    numberField(18, feeLimit),
  )
  const value =
    contract === null
      ? {
          owner_address: bytesToHex(owner),
          to_address: bytesToHex(accountBytes(to)),
          amount: safeNumber(atoms),
        }
      : { owner_address: bytesToHex(owner), contract_address: bytesToHex(accountBytes(contract)), data }
  const hash = bytesToHex(sha256(raw))
  return {
    from,
    transaction: {
      visible: false,
      txID: hash,
      raw_data: {
        contract: [{ parameter: { value, type_url: typeUrl }, type: kind }],
        ref_block_bytes: bytesToHex(refBytes),
        ref_block_hash: bytesToHex(refHash),
        expiration,
        timestamp: now.getTime(),
        ...(contract === null ? {} : { fee_limit: safeNumber(feeLimit) }),
      },
      raw_data_hex: bytesToHex(raw),
    },
    unsigned: bytesToHex(raw),
    signingHash: hash,
  }
}

/** 0x41 (1) || address hash (20) */
function accountBytes(address: string): Uint8Array {
  return hexToBytes(`41${tronToHex(address).slice(2)}`)
}

/** A number of TRON's JSON, which has no text for amounts. */
function safeNumber(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError(`expected a safe integer, got ${String(value)}`)
  return number
}

function heightBytes(height: number): Uint8Array {
  return hexToBytes(height.toString(16).padStart(16, '0'))
}

/** Tag (number << 3 | 2) || length || bytes. Source: Protocol Buffers, "Encoding". */
function bytesField(number: number, bytes: Uint8Array): Uint8Array {
  return concatBytes(varint(BigInt((number << 3) | 2)), varint(BigInt(bytes.length)), bytes)
}

/** Tag (number << 3) || varint; 0 is the default and is not written. */
function numberField(number: number, value: bigint): Uint8Array {
  return value === 0n ? new Uint8Array() : concatBytes(varint(BigInt(number << 3)), varint(value))
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  bytes.push(Number(rest))
  return Uint8Array.from(bytes)
}
