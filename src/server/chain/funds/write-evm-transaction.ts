import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import type { AccountTransfer, TransferFee, UnsignedTransaction } from './fund-reader.ts'
import { encodeRlp, toHex } from './rlp.ts'

/** First four bytes of keccak-256 of `transfer(address,uint256)`. */
const TRANSFER = '0xa9059cbb'
const TYPE_EIP1559 = 0x02

/** The call of a token's contract that moves an amount. @param to `0x` and 40 hexadecimal digits. */
export function transferCall(to: string, amount: bigint): string {
  const recipient = to.slice(2).toLowerCase().padStart(64, '0')
  return `${TRANSFER}${recipient}${amount.toString(16).padStart(64, '0')}`
}

/** What an EVM transaction consists of besides its transfer. */
export interface EvmTransactionContext {
  readonly chainId: number
  readonly nonce: number
  readonly fee: TransferFee
  /** Contract of the token, `0x` and 40 hexadecimal digits; null: the chain's own coin. */
  readonly contract: string | null
}

/** Writes an unsigned transaction of type 2 and the hash that its signature covers. Source: EIP-1559, EIP-2718. */
export function writeEvmTransaction(
  { from, to, atoms }: AccountTransfer,
  { chainId, nonce, fee, contract }: EvmTransactionContext,
): UnsignedTransaction {
  const target = toChecksumAddress(contract ?? to)
  const value = contract === null ? atoms : 0n
  const data = contract === null ? '0x' : transferCall(to, atoms)
  // 0x02 (1) || rlp([chain id, nonce, priority fee, max fee, gas limit, to, value, data, access list])
  const fields = [BigInt(chainId), BigInt(nonce), fee.priorityPerUnit, fee.perUnit, fee.limit]
  const bytes = concatBytes(
    Uint8Array.of(TYPE_EIP1559),
    encodeRlp([...fields, target.toLowerCase(), value, data, []]),
  )
  return {
    from,
    transaction: {
      type: '0x2',
      chainId: quantityOf(BigInt(chainId)),
      nonce: quantityOf(BigInt(nonce)),
      maxPriorityFeePerGas: quantityOf(fee.priorityPerUnit),
      maxFeePerGas: quantityOf(fee.perUnit),
      gas: quantityOf(fee.limit),
      from,
      to: target,
      value: quantityOf(value),
      data,
      accessList: [],
    },
    unsigned: toHex(bytes),
    signingHash: toHex(keccak_256(bytes)),
  }
}

function quantityOf(value: bigint): string {
  return `0x${value.toString(16)}`
}
