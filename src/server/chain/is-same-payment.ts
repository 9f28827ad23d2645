import type { FoundTransfer } from './chain-reader.ts'

/**
 * Whether a transaction's outputs to a transfer's address are that transfer: the output at its index with the same amount, or
 * for a sum the outputs from there on.
 */
export function isSamePayment(
  { index, atoms, outputs: count = 1 }: Pick<FoundTransfer, 'index' | 'atoms' | 'outputs'>,
  outputs: readonly { readonly index: number; readonly atoms: bigint }[],
): boolean {
  const meant = outputs.filter(
    (one) => one.atoms > 0n && (count > 1 ? one.index >= index : one.index === index),
  )
  return meant.length === count && meant.reduce((sum, one) => sum + one.atoms, 0n) === atoms
}
