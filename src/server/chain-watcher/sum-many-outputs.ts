import type { FoundTransfer } from '#server/chain/chain-reader.ts'
import { atoms } from '#shared/money.ts'

/** A transfer as it is stored: one output of a transaction, or the sum of many. */
export interface StoredTransfer extends FoundTransfer {
  /** The number of outputs that are summed; 1 for a single one. */
  readonly outputs: number
}

/** A transaction's outputs to one address beyond this number are summed. */
const SINGLE_OUTPUTS_MAX = 20

/** Every output as a transfer of its own. Of two readings of the same output the confirmed one is kept. */
export function singleOutputs(transfers: readonly FoundTransfer[]): readonly StoredTransfer[] {
  return groupByTransaction(transfers).flatMap((group) => group.map((one) => ({ ...one, outputs: 1 })))
}

/**
 * Bounds the rows of a transaction that pays one address very often: the first outputs stay as they are, the others become
 * one transfer with their sum, under the index of the first of them. All of them are in the same block or in none, so a
 * reorganisation or a replacement removes the sum as a whole.
 *
 * @param transfers with all outputs of each transaction to its addresses.
 */
export function sumManyOutputs(transfers: readonly FoundTransfer[]): readonly StoredTransfer[] {
  return groupByTransaction(transfers).flatMap((group) => {
    const single = group.slice(0, SINGLE_OUTPUTS_MAX).map((one) => ({ ...one, outputs: 1 }))
    const rest = group.slice(SINGLE_OUTPUTS_MAX)
    const [first] = rest
    if (first === undefined) return single
    const sum = atoms(rest.reduce((total, one) => total + one.atoms, 0n))
    return [...single, { ...first, atoms: sum, outputs: rest.length }]
  })
}

/** The outputs of each transaction to one address, in the order of their index. */
function groupByTransaction(transfers: readonly FoundTransfer[]): readonly (readonly FoundTransfer[])[] {
  const groups = new Map<string, Map<number, FoundTransfer>>()
  for (const one of transfers) {
    const name = `${one.txHash} ${one.address} ${one.asset} ${one.evidence}`
    const group = groups.get(name) ?? new Map<number, FoundTransfer>()
    groups.set(name, group)
    if (one.block !== null || !group.has(one.index)) group.set(one.index, one)
  }
  return [...groups.values()].map((group) => [...group.values()].sort((a, b) => a.index - b.index))
}
