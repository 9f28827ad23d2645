const NODES_THAT_MUST_AGREE = 2

/**
 * Whether the nodes agree about a transfer: at least two confirm it and none contradicts.
 *
 * @param answers as stored with the transfer, see `Attestation`; null if no node was asked.
 */
export function hasAgreement(answers: unknown): boolean {
  return countAgreeing(answers) >= NODES_THAT_MUST_AGREE && !isDenied(answers)
}

/** The number of nodes that confirm a transfer; 0 if none was asked. */
export function countAgreeing(answers: unknown): number {
  return verdictsOf(answers).filter((says) => says === 'agrees').length
}

/** Whether at least one node contradicts. */
export function isDenied(answers: unknown): boolean {
  return verdictsOf(answers).includes('disagrees')
}

function verdictsOf(answers: unknown): readonly unknown[] {
  if (!Array.isArray(answers)) return []
  return answers.map((one: unknown) =>
    typeof one === 'object' && one !== null && 'says' in one ? one.says : null,
  )
}
